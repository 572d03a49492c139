/** The public exports of the package, for programs that start the service themselves. */
export { createApp } from './app';
export type { AppOptions } from './app.module';
export { readEnvironment, Settings, SettingsError } from './platform/config';
export { serve } from './serve';
export { readSettings } from './settings';
export { startProblem } from './start-problem';
