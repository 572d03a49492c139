import { type DynamicModule, Module } from '@nestjs/common';
import { CalendarModule } from './calendar/calendar.module';
import { type Settings, SettingsModule } from './platform/config';
import { ZoneRulesModule, type ZoneRules } from './platform/dates';
import { PlatformModule } from './platform/platform.module';

@Module({ imports: [PlatformModule, CalendarModule] })
export class AppModule {
  static with(settings: Settings, rules?: ZoneRules): DynamicModule {
    return {
      module: AppModule,
      imports: [SettingsModule.with(settings), ZoneRulesModule.with(rules)],
    };
  }
}
