import type { ValidationError } from 'class-validator';
import { type Fault, fault, FAULT_CODES, type FaultCode, faultsWithin, type Path } from '../errors';
import { HAS_NO, type HasNoContext } from './declared';

/** What a value is that a rule of class-validator refuses, by the name of the rule. */
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

/** What class-validator has found, each with its place below that of the object. */
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

/** Rules of our own have the name of their code. */
const codeOf = (rule: string): FaultCode =>
  rule in FAULT_CODES ? (rule as FaultCode) : (CODES[rule] ?? 'invalid');

/** class-validator names an entry of a list by the digits of its place. */
const nameOf = (property: string): string | number =>
  /^\d+$/.test(property) ? Number(property) : property;
