import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { Permit } from '../../platform/auth';
import { RespondsWith, FailsWith } from '../../platform/openapi';
import type { RecordPage } from '../../platform/http/pagination';
import { Context, type RequestContext } from '../../platform/http/context';
import { Create, ReadBy, RecordIdPipe, Updates } from '../../platform/http/routing';
import { TERM_RIGHTS, TermListQuery, TermRecord } from '../terms';
import { CreateTagDto } from './dto/create-tag.dto';
import { UpdateTagDto } from './dto/update-tag.dto';
import { TagsService } from './tags.service';

@RespondsWith(TermRecord, { without: ['parent'] })
@ReadBy(TagsService)
@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  list(
    @Query() query: TermListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<TermRecord>> {
    return this.tags.list(query, context);
  }

  @Create()
  @Permit(TERM_RIGHTS.create)
  @FailsWith('term-exists')
  create(@Body() dto: CreateTagDto, @Context() context: RequestContext): Promise<TermRecord> {
    return this.tags.create(dto, context);
  }

  @Get(':id')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.tags.read(id, context);
  }

  @Post(':id')
  @Updates()
  @Permit(TERM_RIGHTS.edit)
  @FailsWith('term-exists')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateTagDto,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.tags.update(id, dto, context);
  }

  @Delete(':id')
  @Permit(TERM_RIGHTS.edit)
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.tags.remove(id, context);
  }

  @Put(':id')
  @Updates()
  @Permit(TERM_RIGHTS.edit)
  @FailsWith('term-exists')
  put(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateTagDto,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.update(id, dto, context);
  }

  @Patch(':id')
  @Updates()
  @Permit(TERM_RIGHTS.edit)
  @FailsWith('term-exists')
  patch(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateTagDto,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.update(id, dto, context);
  }
}
