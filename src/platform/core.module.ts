import { Global, Module } from '@nestjs/common';
import { FailedLogins } from './access';
import { Listing } from './http/listing';
import { Locators } from './http/routing';
import { ChangesModule } from './storage/changes';
import { DatabaseModule } from './storage/database';
import { IdempotencyModule } from './storage/idempotency';
import { Slugs } from './storage/slugs';

/** The part of the platform that commands use, too. */
@Global()
@Module({
  imports: [ChangesModule, DatabaseModule, IdempotencyModule],
  providers: [FailedLogins, Listing, Locators, Slugs],
  exports: [FailedLogins, Listing, Locators, Slugs],
})
export class CoreModule {}
