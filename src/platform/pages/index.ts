export { Html, html, type Value } from './html';
export { page, type PageLayout } from './page';
export { addFiles, Pages, sendText } from './pages';
export { PagesModule } from './pages.module';
