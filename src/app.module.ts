import { type DynamicModule, Module } from '@nestjs/common';
import { CalendarModule } from './calendar/calendar.module';
import { CreateImportedEvents1790000000020 } from './cli/import/create-imported-events.migration';
import { type Settings, SettingsModule } from './platform/foundation/config';
import { ZoneRulesModule, type ZoneRules } from './platform/foundation/dates';
import {
  declarationsOf,
  DeclarationsModule,
  type ModuleType,
  ServiceModule,
} from './platform/foundation/modules';
import { PlatformModule } from './platform/platform.module';

/** Options of a service besides its settings. */
export interface AppOptions {
  /** Modules of other teams, in addition to the five resources. */
  modules?: readonly ModuleType[];
  /** The time zone rules; default: those that the service ships. */
  rules?: ZoneRules;
}

@ServiceModule({
  // The tables of the commands are created with all other tables.
  migrations: [CreateImportedEvents1790000000020],
})
@Module({ imports: [PlatformModule, CalendarModule] })
export class AppModule {
  static forRoot(settings: Settings, { modules = [], rules }: AppOptions = {}): DynamicModule {
    const declarations = declarationsOf([AppModule, ...modules]);
    settings.assertRead(declarations);
    return {
      module: AppModule,
      imports: [
        DeclarationsModule.forRoot(declarations),
        SettingsModule.forRoot(settings),
        ZoneRulesModule.forRoot(rules),
        ...modules,
      ],
    };
  }
}
