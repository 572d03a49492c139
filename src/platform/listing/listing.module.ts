import { Global, Module } from '@nestjs/common';
import { Listing } from './listing';

@Global()
@Module({
  providers: [Listing],
  exports: [Listing],
})
export class ListingModule {}
