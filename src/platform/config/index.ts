export { readEnvironment } from './environment';
export { logLevels } from './log-levels';
export { readSettings, Settings, SettingsError } from './settings';
export type { DatabaseSettings, DatabaseTls, LogLevel } from './settings';
export { SettingsModule } from './settings.module';
