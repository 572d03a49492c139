import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Declarations } from './declarations';
import { registerErrors } from './error-table';

/** Provides what all modules of the service bring, everywhere; it is collected before the start. */
@Global()
@Module({})
export class DeclarationsModule {
  static forRoot(declarations: Declarations): DynamicModule {
    // For the whole process, as applications with other modules have other codes beside these.
    registerErrors(declarations.errors);
    return {
      module: DeclarationsModule,
      providers: [{ provide: Declarations, useValue: declarations }],
      exports: [Declarations],
    };
  }
}
