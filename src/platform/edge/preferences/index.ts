export { PreferencesModule } from './preferences.module';
export { PreferencesInterceptor } from './preferences.interceptor';
