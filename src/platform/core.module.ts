import { Global, Module } from '@nestjs/common';
import { FailedLogins } from './auth';
import { Listing } from './http/pagination';
import { Locators } from './http/routing';
import { ChangesModule } from './changes';
import { DatabaseModule } from './database';
import { IdempotencyModule } from './idempotency';
import { Slugs } from './slugs';

/** The part of the platform that commands use, too. */
@Global()
@Module({
  imports: [ChangesModule, DatabaseModule, IdempotencyModule],
  providers: [FailedLogins, Listing, Locators, Slugs],
  exports: [FailedLogins, Listing, Locators, Slugs],
})
export class CoreModule {}
