import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Declarations } from './declarations';
import { registerErrors } from './error-table';

/** Provides the declarations of all modules globally; they are collected before the start. */
@Global()
@Module({})
export class DeclarationsModule {
  static forRoot(declarations: Declarations): DynamicModule {
    // The codes are registered per process: applications with other modules may add other codes.
    registerErrors(declarations.errors);
    return {
      module: DeclarationsModule,
      providers: [{ provide: Declarations, useValue: declarations }],
      exports: [Declarations],
    };
  }
}
