import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Settings } from '../config';
import { ZONE_RULES, ZoneRules } from '../dates';
import { Declarations } from './declarations';
import { registerErrors } from './error-table';

/** Provides globally the data that is read before the application is created. */
@Global()
@Module({})
export class FoundationModule {
  /**
   * @param settings those of modules are injected by their classes
   * @param rules other rules than those of this release, such as older ones
   */
  static forRoot(
    settings: Settings,
    declarations: Declarations,
    rules: ZoneRules = ZONE_RULES,
  ): DynamicModule {
    // The codes are registered per process: applications with other modules may add other codes.
    registerErrors(declarations.errors);
    return {
      module: FoundationModule,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Declarations, useValue: declarations },
        { provide: ZoneRules, useValue: rules },
        ...[...settings.own].map(([provide, useValue]) => ({ provide, useValue })),
      ],
      exports: [Settings, Declarations, ZoneRules, ...settings.own.keys()],
    };
  }
}
