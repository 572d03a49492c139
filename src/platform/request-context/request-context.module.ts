import { Module } from '@nestjs/common';
import { ContextMiddleware } from './context.middleware';

/** What services may need of a request. */
@Module({ providers: [ContextMiddleware] })
export class RequestContextModule {}
