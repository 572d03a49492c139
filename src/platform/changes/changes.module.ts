import { Global, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ObservabilityModule } from '../observability';
import { Change } from './change.entity';
import { ChangeLog } from './change-log';
import { RecordWriter } from './record-writer';

/** Writes records, and keeps the log of changes. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([Change]),
    EventEmitterModule.forRoot({ wildcard: true }),
    ObservabilityModule,
  ],
  providers: [ChangeLog, RecordWriter],
  exports: [RecordWriter],
})
export class ChangesModule {}
