export { Pages } from './pages';
export { PagesModule } from './pages.module';
