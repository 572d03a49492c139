import {
  type DynamicModule,
  type MiddlewareConsumer,
  Module,
  type NestModule,
} from '@nestjs/common';
import { CalendarModule } from './calendar/calendar.module';
import { type Settings, SettingsModule } from './platform/config';
import { readBody } from './platform/input';
import { PlatformModule } from './platform/platform.module';

@Module({ imports: [PlatformModule, CalendarModule] })
export class AppModule implements NestModule {
  static with(settings: Settings): DynamicModule {
    return { module: AppModule, imports: [SettingsModule.with(settings)] };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(readBody).forRoutes('{*path}');
  }
}
