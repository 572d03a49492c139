export { BROWSER_HEADERS, BrowserHeadersMiddleware } from './browser-headers.middleware';
export { Pages } from './pages';
export { PagesModule } from './pages.module';
