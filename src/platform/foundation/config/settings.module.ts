import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Settings } from './settings';

/**
 * Provides the settings globally, those of modules by their classes. They are read before the
 * application is created.
 */
@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    const own = [...settings.own].map(([provide, useValue]) => ({ provide, useValue }));
    return {
      module: SettingsModule,
      providers: [{ provide: Settings, useValue: settings }, ...own],
      exports: [Settings, ...settings.own.keys()],
    };
  }
}
