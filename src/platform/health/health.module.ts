import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Health } from './health';
import { Shutdown } from './shutdown';

/** Health checks, and the shutdown of the service. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [Health, Shutdown],
})
export class HealthModule {}
