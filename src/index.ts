/** The public face of the service: what programs that start it themselves may use. */
export { createApp } from './app';
export type { AppOptions } from './app.module';
export { readEnvironment, readSettings, Settings, SettingsError } from './platform/config';
export { serve } from './serve';
export { startProblem } from './start-problem';
