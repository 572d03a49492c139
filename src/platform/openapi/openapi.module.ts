import { Module } from '@nestjs/common';
import { LocalisationModule } from '../i18n';
import { DocumentsService } from './document/documents.service';
import { RootController } from './root.controller';

@Module({
  imports: [LocalisationModule],
  controllers: [RootController],
  providers: [DocumentsService],
  exports: [DocumentsService],
})
export class OpenApiModule {}
