import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Health } from './health';
import { Lifecycle } from './lifecycle';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [Health, Lifecycle],
  exports: [Lifecycle],
})
export class HealthModule {}
