import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ConditionalReadInterceptor } from './conditional-read.interceptor';

/** Conditional requests (RFC 9110 §13); to be imported before other modules with interceptors. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: ConditionalReadInterceptor }] })
export class ConditionalModule {}
