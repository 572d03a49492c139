import type { Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import {
  type Fault,
  fault,
  FAULT_CODES,
  type FaultCode,
  faultsWithin,
  invalidParams,
  type Path,
  Problem,
} from '../foundation/errors';
import { HAS_NO, type HasNoContext, MISSING } from './declared';

/** 400 for an input that fails the validation of its DTO. */
export class InvalidInput extends Problem {
  constructor(faults: readonly Fault[]) {
    const { code, message } = faults.every(isMissing) ? missing(faults) : invalidParams(...faults);
    super(code, { message, faults });
  }

  /** Returns the problem for errors of class-validator. */
  static of(errors: readonly ValidationError[]): InvalidInput {
    return new InvalidInput(faultsOf(errors));
  }
}

const isMissing = ({ code, detail }: Fault): boolean => code === 'required' && detail === MISSING;

const missing = (faults: readonly Fault[]): Pick<Problem, 'code' | 'message'> => ({
  code: 'rest-missing-callback-param',
  message: `Missing parameter(s): ${faults.map(({ path }) => path.join('.')).join(', ')}.`,
});

/** class-validator's rule → fault code. */
const CODES: Record<string, FaultCode | undefined> = {
  isDefined: 'required',
  isNotEmpty: 'blank',
  arrayNotEmpty: 'blank',
  isArray: 'type',
  isBoolean: 'type',
  isInt: 'type',
  isNumber: 'type',
  isObject: 'type',
  isString: 'type',
  isIn: 'choice',
  isEnum: 'choice',
  min: 'range',
  max: 'range',
  isPositive: 'range',
  isNegative: 'range',
  minDate: 'range',
  maxDate: 'range',
  isLength: 'length',
  minLength: 'length',
  maxLength: 'length',
  arrayMinSize: 'count',
  arrayMaxSize: 'count',
  isDateString: 'format',
  isEmail: 'format',
  isISO8601: 'format',
  isUrl: 'format',
  isUuid: 'format',
  matches: 'format',
};

/** Returns the faults of class-validator's errors, with paths that start at `place`. */
export const faultsOf = (errors: readonly ValidationError[], place: Path = []): Fault[] =>
  errors.flatMap(({ property, value, constraints = {}, contexts = {}, children = [] }) => {
    const path = [...place, nameOf(property)];
    const own = Object.entries(constraints).flatMap(([rule, message]) => {
      if (rule !== HAS_NO) return [fault(path, codeOf(rule), message)];
      const { find } = contexts[HAS_NO] as HasNoContext;
      return faultsWithin(path, find(value));
    });
    return [...own, ...faultsOf(children, path)];
  });

/** Custom rules are named by their fault code. */
const codeOf = (rule: string): FaultCode =>
  rule in FAULT_CODES ? (rule as FaultCode) : (CODES[rule] ?? 'invalid');

/** class-validator names an entry of a list by its index in digits. */
const nameOf = (property: string): string | number =>
  /^\d+$/.test(property) ? Number(property) : property;

/**
 * Checks that a valid body of an update is also one of a creation.
 *
 * @param creation the DTO of the creation
 * @throws InvalidInput that names the required fields that are missing
 */
export function assertComplete(creation: Type<object>, update: object): void {
  const errors = validateSync(Object.assign(new creation(), update), {
    stopAtFirstError: true,
    validationError: { target: true, value: true },
  });
  if (errors.length > 0) throw InvalidInput.of(errors);
}
