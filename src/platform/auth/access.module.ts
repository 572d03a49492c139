import { Global, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../modules';
import { AccessGuard } from './access.guard';
import { ApiKey } from './api-key.entity';
import { ApiKeys, KeyUses } from './api-keys';
import { AuthenticationMiddleware } from './authentication.middleware';
import { CreateApiKeys1790000000010 } from './create-api-keys.migration';
import { Tokens } from './tokens';

/** Authenticates credentials, and authorizes routes by their permits. */
@ServiceModule({ migrations: [CreateApiKeys1790000000010] })
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ApiKey])],
  providers: [
    ApiKeys,
    AuthenticationMiddleware,
    KeyUses,
    Tokens,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [ApiKeys, AuthenticationMiddleware],
})
export class AccessModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AuthenticationMiddleware).forRoutes('{*path}');
  }
}
