import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TermsModule } from '../terms';
import { EventTag } from './event-tag.entity';
import { EventTags } from './event-tags';
import { Tag } from './tag.entity';
import { TagsController } from './tags.controller';
import { TagsService } from './tags.service';

@Module({
  imports: [TypeOrmModule.forFeature([Tag, EventTag]), TermsModule],
  controllers: [TagsController],
  providers: [TagsService, EventTags],
  exports: [TagsService],
})
export class TagsModule {}
