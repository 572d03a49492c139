import { Global, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Change } from './change.entity';
import { ChangeLog } from './change-log';
import { RecordWriter } from './record-writer';

/** Writes records, and keeps the log of changes. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Change]), EventEmitterModule.forRoot({ wildcard: true })],
  providers: [ChangeLog, RecordWriter],
  exports: [ChangeLog, RecordWriter],
})
export class ChangesModule {}
