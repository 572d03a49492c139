export { ERROR_CODES, type ErrorCode } from './error-codes';
export { allValid, invalidParams, Problem, type InvalidParams, type ProblemBody } from './problem';
export { problemCodeOf, sendProblem } from './send-problem';
