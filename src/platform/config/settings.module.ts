import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Settings } from './settings';

/** Provides the settings everywhere; they are read before the application is created. */
@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}
