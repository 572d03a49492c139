import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Declarations } from './declarations';
import { registerErrors } from './error-table';

/** Provides what all modules of the service bring, everywhere; it is collected before the start. */
@Global()
@Module({})
export class DeclarationsModule {
  static forRoot(declarations: Declarations): DynamicModule {
    registerErrors(declarations.errors);
    return {
      module: DeclarationsModule,
      providers: [{ provide: Declarations, useValue: declarations }],
      exports: [Declarations],
    };
  }
}
