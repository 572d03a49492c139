export { AnswerCache } from './answer-cache';
export { AnswerCacheModule } from './answer-cache.module';
