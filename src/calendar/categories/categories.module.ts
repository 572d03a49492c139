import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TermsModule } from '../terms';
import { CategoriesController } from './categories.controller';
import { CategoriesService } from './categories.service';
import { EventCategory } from './event-category.entity';
import { EventCategories } from './event-categories';
import { Category } from './category.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Category, EventCategory]), TermsModule],
  controllers: [CategoriesController],
  providers: [CategoriesService, EventCategories],
  exports: [CategoriesService],
})
export class CategoriesModule {}
