import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/foundation/modules';
import { TermsModule } from '../terms';
import { CategoriesController } from './categories.controller';
import { CategoriesService } from './categories.service';
import { CATEGORY_ERRORS } from './category-errors';
import { Category, EventCategory } from './category.entity';
import { CreateCategories1790000000002 } from './create-categories.migration';
import { EventCategories } from './event-categories';

@ServiceModule({
  errors: CATEGORY_ERRORS,
  pages: { categories: 'CATEGORY_URL' },
  migrations: [CreateCategories1790000000002],
})
@Module({
  imports: [TypeOrmModule.forFeature([Category, EventCategory]), TermsModule],
  controllers: [CategoriesController],
  providers: [CategoriesService, EventCategories],
  exports: [CategoriesService],
})
export class CategoriesModule {}
