export { readEnvironment } from './environment';
export { readServerUrl, type ServerUrl } from './server-url';
export { I18N_FOLDER, readSettings, Settings, SettingsError, variablesOf } from './settings';
export type { DatabaseSettings, DeclaredSettings, LogLevel, OidcSettings } from './settings';
export { described, SettingsOf, type SettingsType, type Variables } from './settings-of';
export { SettingsModule } from './settings.module';
export { oneOf, webAddress, wholeNumber } from './validators';
export { EXAMPLE_ROOT, SERVICE } from './service-names';
