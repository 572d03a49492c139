import { Body, Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ChecksFurther } from '../../platform/further-checks';
import { Permit } from '../../platform/access';
import { Context, type RequestContext } from '../../platform/request-context';
import type { RecordPage } from '../../platform/listing';
import { Answers, FailsWith } from '../../platform/openapi';
import { Create, RecordIdPipe, Update } from '../../platform/routing';
import { TERM_RIGHTS, TermRecord } from '../terms';
import { CategoryListQuery } from './dto/category-list-query';
import { CreateCategoryDto } from './dto/create-category.dto';
import { UpdateCategoryDto } from './dto/update-category.dto';
import { CategoriesService } from './categories.service';

@Answers(TermRecord)
@ChecksFurther(CategoriesService)
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

  @Update(':id')
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
}
