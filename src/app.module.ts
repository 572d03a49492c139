import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { CalendarModule } from './calendar/calendar.module';
import { CALENDAR } from './calendar/service-names';
import { type Settings, SettingsModule } from './platform/config';
import { ZoneRulesModule, type ZoneRules } from './platform/dates';
import { declarationsOf, DeclarationsModule } from './platform/modules';
import { PlatformModule } from './platform/platform.module';
import { nameService } from './platform/service';

nameService(CALENDAR);

/** The parts of a service besides its settings. */
export interface AppOptions {
  /** Modules of other teams, in addition to the five resources. */
  modules?: readonly Type[];
  /** The rules of time zones, if not those that the service ships. */
  rules?: ZoneRules;
}

@Module({ imports: [PlatformModule, CalendarModule] })
export class AppModule {
  static forRoot(settings: Settings, { modules = [], rules }: AppOptions = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DeclarationsModule.forRoot(declarationsOf([AppModule, ...modules])),
        SettingsModule.forRoot(settings),
        ZoneRulesModule.forRoot(rules),
        ...modules,
      ],
    };
  }
}
