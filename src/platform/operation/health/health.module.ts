import { Module } from '@nestjs/common';
import { Health } from './health';
import { Lifecycle } from './lifecycle';
import { StartGateMiddleware } from './start-gate.middleware';

/** Health checks, and the start and shutdown of the service. */
@Module({
  providers: [Health, Lifecycle, StartGateMiddleware],
  exports: [Lifecycle],
})
export class HealthModule {}
