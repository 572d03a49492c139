import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/foundation/modules';
import { TermsModule } from '../terms';
import { CreateTags1790000000001 } from './create-tags.migration';
import { EventTags } from './event-tags';
import { TAG_ERRORS } from './tag-errors';
import { EventTag, Tag } from './tag.entity';
import { TagsController } from './tags.controller';
import { TagsService } from './tags.service';

@ServiceModule({
  errors: TAG_ERRORS,
  pages: { tags: 'TAG_URL' },
  migrations: [CreateTags1790000000001],
})
@Module({
  imports: [TypeOrmModule.forFeature([Tag, EventTag]), TermsModule],
  controllers: [TagsController],
  providers: [TagsService, EventTags],
  exports: [TagsService],
})
export class TagsModule {}
