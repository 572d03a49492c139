import { Global, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../modules';
import { ChangeCounter } from './change-counter.entity';
import { ChangeLog } from './change-log';
import { Change } from './change.entity';
import { CreateChanges1790000000070 } from './create-changes.migration';
import { NumberedChanges } from './numbered-changes';
import { RecordWriter } from './record-writer';

@ServiceModule({ migrations: [CreateChanges1790000000070] })
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
