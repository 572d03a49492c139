export { browserHeaders } from './browser-headers';
export { Pages } from './pages';
export { PagesModule } from './pages.module';
