import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { CreateTags1790000000001 } from './create-tags.migration';
import { EventTags } from './event-tags';
import { EventTag, Tag, TagCount } from './tag.entity';
import { TagsController } from './tags.controller';
import { TagsService } from './tags.service';

@ServiceModule({
  pages: { tags: 'TAG_URL' },
  migrations: [CreateTags1790000000001],
})
@Module({
  imports: [TypeOrmModule.forFeature([Tag, TagCount, EventTag])],
  controllers: [TagsController],
  providers: [TagsService, EventTags],
  exports: [TagsService],
})
export class TagsModule {}
