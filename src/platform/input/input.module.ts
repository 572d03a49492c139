import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { BodyInterceptor } from './body.interceptor';
import { inputPipe } from './validation.pipe';

/** Bodies and parameters, read and checked before a controller sees them. */
@Module({
  providers: [
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_PIPE, useFactory: inputPipe },
  ],
})
export class InputModule {}
