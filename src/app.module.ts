import { type DynamicModule, Module } from '@nestjs/common';
import { CalendarModule } from './calendar/calendar.module';
import type { Settings } from './platform/config';
import type { ZoneRules } from './platform/dates';
import { declarationsOf, FoundationModule, type ModuleType } from './platform/modules';
import { PlatformModule } from './platform/platform.module';

/** Options of a service besides its settings. */
export interface AppOptions {
  /** Modules of other teams, in addition to the five resources. */
  modules?: readonly ModuleType[];
  /** The time zone rules; default: those that the service ships. */
  rules?: ZoneRules;
}

@Module({ imports: [PlatformModule, CalendarModule] })
export class AppModule {
  static forRoot(settings: Settings, { modules = [], rules }: AppOptions = {}): DynamicModule {
    const declarations = declarationsOf([AppModule, ...modules]);
    settings.assertRead(declarations);
    return {
      module: AppModule,
      imports: [FoundationModule.forRoot(settings, declarations, rules), ...modules],
    };
  }
}
