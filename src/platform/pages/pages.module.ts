import { Module } from '@nestjs/common';
import { LocalisationModule } from '../i18n';
import { OpenApiModule } from '../openapi';
import { Pages } from './pages';

@Module({
  imports: [LocalisationModule, OpenApiModule],
  providers: [Pages],
})
export class PagesModule {}
