export { SiteModule } from './site.module';
export { Visits } from './visit';
