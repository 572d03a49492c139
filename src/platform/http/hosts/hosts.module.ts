import { Module } from '@nestjs/common';
import { KnownHostMiddleware } from './known-host.middleware';
import { OneHostMiddleware } from './one-host.middleware';

/** Checks the hosts of requests. */
@Module({ providers: [KnownHostMiddleware, OneHostMiddleware] })
export class HostsModule {}
