export { readEnvironment } from './environment';
export { I18N_FOLDER, readSettings, Settings, SettingsError, VARIABLES } from './settings';
export type { DatabaseSettings, DatabaseTls, LogLevel, OidcSettings } from './settings';
export { SettingsModule } from './settings.module';
