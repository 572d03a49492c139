export { AnswerCache } from './answer-cache';
