export { allValid, allValidSync, furtherFaults } from './all-valid';
export { type ErrorCode, type ErrorCodes, PLATFORM_ERRORS } from './error-codes';
export {
  type Fault,
  fault,
  FAULT_CODES,
  type FaultCode,
  faultsWithin,
  type FieldError,
  type InvalidParams,
  type Path,
} from './fault';
export { assertNoFaults, invalidParams, Problem, type ProblemBody } from './problem';
export { sendProblem } from './send-problem';
