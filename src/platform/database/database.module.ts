import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../config';
import { Clock } from './clock';
import { Database } from './database';
import { Dialect, dialectOf } from './dialects';
import { MIGRATIONS } from './migrate';

@Global()
@Module({
  providers: [
    {
      provide: Dialect,
      useFactory: (settings: Settings) => dialectOf(settings.database),
      inject: [Settings],
    },
  ],
  exports: [Dialect],
})
class DialectModule {}

/** The data source of the whole service: entities register with `TypeOrmModule.forFeature`. */
@Global()
@Module({
  imports: [
    DialectModule,
    TypeOrmModule.forRootAsync({
      inject: [Dialect],
      useFactory: (dialect: Dialect) => ({
        ...dialect.options(),
        autoLoadEntities: true,
        migrations: [MIGRATIONS],
        // The start fails at once, with a message; the supervisor of the process starts it again.
        toRetry: () => false,
      }),
    }),
  ],
  providers: [Clock, Database],
  exports: [Clock, Database],
})
export class DatabaseModule {}
