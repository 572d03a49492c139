import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Health } from './health';
import { Lifecycle } from './lifecycle';

/** Whether the service is well, and how its life begins and ends. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [Health, Lifecycle],
})
export class HealthModule {}
