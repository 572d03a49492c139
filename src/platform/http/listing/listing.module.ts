import { Global, Module } from '@nestjs/common';
import { AnswerBudget } from './answer-budget';
import { Listing } from './listing';

@Global()
@Module({
  providers: [AnswerBudget, Listing],
  exports: [AnswerBudget, Listing],
})
export class ListingModule {}
