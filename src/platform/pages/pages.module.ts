import { Module } from '@nestjs/common';
import { LocalisationModule } from '../localisation';
import { OpenApiModule } from '../openapi';
import { BrowserHeadersMiddleware } from './browser-headers.middleware';
import { Pages } from './pages';

/** The pages for people, and what browsers may do with them. */
@Module({
  imports: [LocalisationModule, OpenApiModule],
  providers: [BrowserHeadersMiddleware, Pages],
})
export class PagesModule {}
