import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Settings } from './settings';

/** Makes the settings injectable everywhere; they are read before the application is made. */
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
