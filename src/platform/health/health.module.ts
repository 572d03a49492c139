import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Health } from './health';
import { Lifecycle } from './lifecycle';
import { StartGateMiddleware } from './start-gate.middleware';

/** Health checks, and the start and the shutdown of the service. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [Health, Lifecycle, StartGateMiddleware],
  exports: [Lifecycle],
})
export class HealthModule {}
