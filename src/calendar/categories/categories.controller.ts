import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { Permit } from '../../platform/auth';
import { RespondsWith, FailsWith } from '../../platform/openapi';
import type { RecordPage } from '../../platform/http/pagination';
import { Context, type RequestContext } from '../../platform/http/context';
import { Create, ReadBy, RecordIdPipe, Updates } from '../../platform/http/routing';
import { TERM_RIGHTS, TermRecord } from '../terms';
import { CategoriesService } from './categories.service';
import { CategoryListQuery } from './dto/category-list-query';
import { CreateCategoryDto } from './dto/create-category.dto';
import { UpdateCategoryDto } from './dto/update-category.dto';

@RespondsWith(TermRecord)
@ReadBy(CategoriesService)
@Controller('categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  list(
    @Query() query: CategoryListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<TermRecord>> {
    return this.categories.list(query, context);
  }

  @Create()
  @Permit(TERM_RIGHTS.create)
  @FailsWith('term-exists')
  create(@Body() dto: CreateCategoryDto, @Context() context: RequestContext): Promise<TermRecord> {
    return this.categories.create(dto, context);
  }

  @Get(':id')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.categories.read(id, context);
  }

  @Post(':id')
  @Updates()
  @Permit(TERM_RIGHTS.edit)
  @FailsWith('term-exists')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateCategoryDto,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.categories.update(id, dto, context);
  }

  @Delete(':id')
  @Permit(TERM_RIGHTS.edit)
  @FailsWith('term-exists')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.categories.remove(id, context);
  }

  @Put(':id')
  @Updates()
  @Permit(TERM_RIGHTS.edit)
  @FailsWith('term-exists')
  put(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateCategoryDto,
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
    @Body() dto: UpdateCategoryDto,
    @Context() context: RequestContext,
  ): Promise<TermRecord> {
    return this.update(id, dto, context);
  }
}
