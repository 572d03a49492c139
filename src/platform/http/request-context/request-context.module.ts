import { Module } from '@nestjs/common';
import { ContextMiddleware } from './context.middleware';

/** Creates the context of requests. */
@Module({ providers: [ContextMiddleware] })
export class RequestContextModule {}
