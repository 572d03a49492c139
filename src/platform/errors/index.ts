export { type ErrorCode, type ErrorCodes, PLATFORM_ERRORS } from './error-codes';
export { allValid, invalidParams, Problem, type InvalidParams, type ProblemBody } from './problem';
export { hasMuchToCome, problemCodeOf, sendProblem } from './send-problem';
