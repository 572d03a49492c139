import { Global, Module } from '@nestjs/common';
import { FailedLogins } from './auth';
import { Pagination } from './http/pagination';
import { RecordKeys } from './http/routing';
import { ChangesModule } from './changes';
import { DatabaseModule } from './database';
import { IdempotencyModule } from './idempotency';
import { Slugs } from './slugs';

/** The part of the platform that commands use, too. */
@Global()
@Module({
  imports: [ChangesModule, DatabaseModule, IdempotencyModule],
  providers: [FailedLogins, Pagination, RecordKeys, Slugs],
  exports: [FailedLogins, Pagination, RecordKeys, Slugs],
})
export class CoreModule {}
