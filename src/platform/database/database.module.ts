import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../config';
import { Declarations, ServiceModule } from '../modules';
import { CreateDataVersions1790000000080 } from './create-data-versions.migration';
import { CreateLocks1790000000106 } from './create-locks.migration';
import { DataVersion } from './data-version';
import { Database } from './database';
import { Dialect, dialectOf } from './dialects';
import { NewerRelease } from './newer-release';

@ServiceModule({
  migrations: [CreateDataVersions1790000000080, CreateLocks1790000000106],
})
@Global()
@Module({
  providers: [
    {
      provide: Dialect,
      useFactory: (settings: Settings) => dialectOf(settings),
      inject: [Settings],
    },
  ],
  exports: [Dialect],
})
class DialectModule {}

/** Entities register with `TypeOrmModule.forFeature`. */
@Global()
@Module({
  imports: [
    DialectModule,
    TypeOrmModule.forRootAsync({
      inject: [Dialect, Declarations],
      useFactory: (dialect: Dialect, { migrations }: Declarations) => ({
        ...dialect.options(),
        autoLoadEntities: true,
        migrations: [...migrations],
        // The start fails at once; the process supervisor restarts it.
        toRetry: () => false,
      }),
    }),
  ],
  providers: [Database, DataVersion, NewerRelease],
  exports: [Database, DataVersion, NewerRelease],
})
export class DatabaseModule {}
