export { assertKnownLines, readEnvironment } from './environment';
export {
  type DatabaseSettings,
  discoveryAddress,
  I18N_FOLDER,
  type LogLevel,
  type OidcSettings,
  readSettings,
  Settings,
  SettingsError,
  variablesOf,
} from './settings';
export { readServerUrl, type ServerUrl } from './server-url';
export { described, SettingsOf, type SettingsType, type Variables } from './settings-of';
export { oneOf, webAddress, wholeNumber } from './validators';
export { EXAMPLE_ROOT, SERVICE } from './service-names';
