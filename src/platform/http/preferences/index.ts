export { PreferencesInterceptor } from './preferences.interceptor';
export { ReadOnlyValues } from './read-only';
export { UnknownFields } from './unknown-fields';
