export { Html, html } from './html';
export { page, type PageLayout } from './page';
export { Pages } from './pages';
export { PagesModule } from './pages.module';
