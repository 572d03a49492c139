import { Module } from '@nestjs/common';
import { LocalisationModule } from '../localisation';
import { Documents } from './document/documents';
import { RootController } from './root/root.controller';

@Module({
  imports: [LocalisationModule],
  controllers: [RootController],
  providers: [Documents],
  exports: [Documents],
})
export class OpenApiModule {}
