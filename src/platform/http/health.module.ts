import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Health, ShutdownMiddleware } from './middleware';

/** Health checks, and the shutdown of the service. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [Health, ShutdownMiddleware],
})
export class HealthModule {}
