import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../modules';
import { CreateIdempotencyKeys1790000000011 } from './create-idempotency-keys.migration';
import { Creations } from './creations';
import { IdempotencyKey } from './idempotency-key.entity';

@ServiceModule({ migrations: [CreateIdempotencyKeys1790000000011] })
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey])],
  providers: [Creations],
  exports: [Creations],
})
export class IdempotencyModule {}
