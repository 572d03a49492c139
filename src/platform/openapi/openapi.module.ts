import { Module } from '@nestjs/common';
import { LocalisationModule } from '../i18n';
import { Documents } from './document/documents';
import { RootController } from './root.controller';

@Module({
  imports: [LocalisationModule],
  controllers: [RootController],
  providers: [Documents],
  exports: [Documents],
})
export class OpenApiModule {}
