import type { ValidationError } from '@nestjs/common';
import { type Fault, invalidParams, Problem } from '../foundation/errors';
import { HAS_NO, type HasNoContext, MISSING } from './declared';
import { faultsOf } from './faults-of';

/** 400 for an input that fails the validation of its DTO. */
export class InvalidInput extends Problem {
  /** The valid part of the input; undefined when the input is no object. */
  readonly sound?: object;

  constructor(faults: readonly Fault[], sound?: object) {
    const { code, message } = faults.every(isMissing) ? missing(faults) : invalidParams(...faults);
    super(code, { message, faults });
    this.sound = sound;
  }

  /** Returns the problem for errors of class-validator. */
  static of(errors: readonly ValidationError[]): InvalidInput {
    const [{ target }] = errors;
    return new InvalidInput(faultsOf(errors), target && soundPart(target, errors));
  }
}

const isMissing = ({ code, detail }: Fault): boolean => code === 'required' && detail === MISSING;

const missing = (faults: readonly Fault[]): Pick<Problem, 'code' | 'message'> => ({
  code: 'rest-missing-callback-param',
  message: `Missing parameter(s): ${faults.map(({ path }) => path.join('.')).join(', ')}.`,
});

/** Returns a copy of an input without its invalid values. The valid entries of a list stay. */
export function soundPart<T extends object>(input: T, errors: readonly ValidationError[]): T {
  const sound = Object.create(
    Object.getPrototypeOf(input) as object,
    Object.getOwnPropertyDescriptors(input),
  ) as T;
  for (const { property, value, contexts } of errors) {
    const within = contexts?.[HAS_NO] as HasNoContext | undefined;
    if (within?.sound && Array.isArray(value)) Reflect.set(sound, property, within.sound(value));
    else Reflect.deleteProperty(sound, property);
  }
  return sound;
}
