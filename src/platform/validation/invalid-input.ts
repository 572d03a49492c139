import type { Type } from '@nestjs/common';
import { validateSync, type ValidationError, ValidationTypes } from 'class-validator';
import {
  type Fault,
  fault,
  FAULT_CODES,
  type FaultCode,
  faultsWithin,
  invalidParams,
  type Path,
  Problem,
} from '../errors';
import { suggestion } from '../texts';
import { type HasNoContext, MISSING } from './declared';
import { namesOf } from './names';

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

/** Returns the faults of class-validator's errors, with paths that start at `parent`. */
export function faultsOf(errors: readonly ValidationError[], parent: Path = []): Fault[] {
  const isUnknown = ({ constraints = {} }: ValidationError): boolean =>
    ValidationTypes.WHITELIST in constraints;
  const unknown = errors.filter(isUnknown).slice(0, UNKNOWN_MAX);
  const known = errors.filter((error) => !isUnknown(error));
  const wrong = ({
    property,
    value,
    constraints = {},
    contexts = {},
    children = [],
  }: ValidationError) => {
    const path = [...parent, nameOf(property)];
    const own = Object.entries(constraints).flatMap(([rule, message]) => {
      const { find } = (contexts[rule] ?? {}) as Partial<HasNoContext>;
      return find ? faultsWithin(path, find(value)) : [fault(path, codeOf(rule), message)];
    });
    return [...own, ...faultsOf(children, path)];
  };
  return [...unknown.map((error) => unknownFault(error, parent)), ...known.flatMap(wrong)];
}

/** The most unknown names that are reported, and the most characters of each. */
const UNKNOWN_MAX = 20;
const NAME_MAX = 100;

function unknownFault({ property, target }: ValidationError, parent: Path): Fault {
  const name = property.slice(0, NAME_MAX).replaceAll(/\p{Surrogate}/gu, '');
  const meant = suggestion(name, [...namesOf(target!.constructor as Type)]);
  const what = 'is not known here';
  const detail = meant === undefined ? what : `${what}; did you mean ${meant}?`;
  return fault([...parent, name], 'unknown', detail);
}

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
    strictGroups: true,
    validationError: { target: true, value: true },
  });
  if (errors.length > 0) throw InvalidInput.of(errors);
}
