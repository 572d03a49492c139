export { PreferencesInterceptor } from './preferences.interceptor';
