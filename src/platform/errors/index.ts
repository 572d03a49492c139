export { ERROR_CODES, type ErrorCode } from './error-codes';
export { invalidParams, Problem, type InvalidParams, type ProblemBody } from './problem';
