import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ListInterceptor } from './list.interceptor';
import { Listing } from './listing';
import { SparseFieldsInterceptor } from './sparse-fields.interceptor';

@Global()
@Module({
  providers: [
    Listing,
    // The last one sees the answer first: lists become bodies before fields are picked from them.
    { provide: APP_INTERCEPTOR, useClass: SparseFieldsInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ListInterceptor },
  ],
  exports: [Listing],
})
export class ListingModule {}
