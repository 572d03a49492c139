import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { CategoriesController } from './categories.controller';
import { CategoriesService } from './categories.service';
import { Category, CategoryCount, EventCategory } from './category.entity';
import { CreateCategories1790000000002 } from './create-categories.migration';
import { EventCategories } from './event-categories';

@ServiceModule({
  pages: { categories: 'CATEGORY_URL' },
  migrations: [CreateCategories1790000000002],
})
@Module({
  imports: [TypeOrmModule.forFeature([Category, CategoryCount, EventCategory])],
  controllers: [CategoriesController],
  providers: [CategoriesService, EventCategories],
  exports: [CategoriesService],
})
export class CategoriesModule {}
