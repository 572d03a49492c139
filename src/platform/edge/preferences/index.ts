export { KnownNames } from './known-names';
export { PreferencesInterceptor } from './preferences.interceptor';
