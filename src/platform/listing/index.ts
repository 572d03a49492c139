export { AnswerBudget } from './answer-budget';
export { type Page, ListAnswer, Listing, type ListOptions, type Slice } from './listing';
export { ListInterceptor } from './list.interceptor';
export { ListingModule } from './listing.module';
export { PageQuery } from './page-query';
export { Parts } from './parts';
