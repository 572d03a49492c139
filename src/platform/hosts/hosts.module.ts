import { Module } from '@nestjs/common';
import { KnownHostMiddleware } from './known-host.middleware';
import { OneHostMiddleware } from './one-host.middleware';

/** The hosts that the service answers for. */
@Module({ providers: [KnownHostMiddleware, OneHostMiddleware] })
export class HostsModule {}
