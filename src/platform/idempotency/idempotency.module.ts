import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Reservations } from './reservations';
import { Creations } from './creations';
import { ForgottenKeys } from './forgotten-keys';
import { IdempotencyKey } from './idempotency-key.entity';

/** Creations that are idempotent with an `Idempotency-Key`. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey])],
  providers: [Reservations, Creations, ForgottenKeys],
  exports: [Reservations, Creations, ForgottenKeys],
})
export class IdempotencyModule {}
