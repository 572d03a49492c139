/** The public face of the service: what programs that start it themselves may use. */
export { createApp } from './app';
export type { AppOptions } from './app.module';
export { readEnvironment, Settings, SettingsError } from './platform/foundation/config';
export { serve } from './serve';
export { readSettings } from './settings';
export { startProblem } from './start-problem';
