import { Body, Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Context, type RequestContext } from '../../platform/addresses';
import type { ListAnswer } from '../../platform/listing';
import { Create, RecordIdPipe, Update } from '../../platform/routing';
import { TermListQuery, type TermRecord } from '../terms';
import { CreateTagDto } from './dto/create-tag.dto';
import { UpdateTagDto } from './dto/update-tag.dto';
import { TagsService } from './tags.service';

@ApiTags('tags')
@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  list(@Query() query: TermListQuery, @Context() context: RequestContext): Promise<ListAnswer> {
    return this.tags.list(query, context);
  }

  @Create()
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

  @Update(':id')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateTagDto,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.tags.update(id, dto, context);
  }

  @Delete(':id')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.tags.remove(id, context);
  }
}
