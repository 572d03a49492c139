import { Module } from '@nestjs/common';
import { LocalisationModule } from '../localisation';
import { OpenApiModule } from '../openapi';
import { BrowserHeadersMiddleware } from './browser-headers.middleware';
import { Pages } from './pages';

/** Serves the pages for people, with security header fields for browsers. */
@Module({
  imports: [LocalisationModule, OpenApiModule],
  providers: [BrowserHeadersMiddleware, Pages],
})
export class PagesModule {}
