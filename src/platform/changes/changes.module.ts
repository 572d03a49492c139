import { Global, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Change } from './change.entity';
import { ChangeCounter } from './change-counter.entity';
import { ChangeLog } from './change-log';
import { NumberedChanges } from './numbered-changes';
import { RecordWriter } from './record-writer';

/** Writes records, and keeps the log of changes. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([Change, ChangeCounter]),
    EventEmitterModule.forRoot({ wildcard: true }),
  ],
  providers: [ChangeLog, NumberedChanges, RecordWriter],
  exports: [ChangeLog, NumberedChanges, RecordWriter],
})
export class ChangesModule {}
