import { Problem } from '../../errors';

/** No record is nested as deeply; input that is would only cost time. */
export const DEPTH_MAX = 20;
/** Maximum number of values in all lists and objects together. */
const VALUES_MAX = 10_000;
/** Maximum number of parameters of a query or form, and of keys of an object. */
export const PARAMETERS_MAX = 1000;

/** V8 stores such keys in an array: a copy of `{"949":1}` takes the memory of 949 values. */
const INDEX = /^\d{1,4}$/;
const VALUES_OF_INDEX = 25;

export const tooDeep = (): Problem =>
  new Problem('rest-bad-request', {
    message: `The body is nested more than ${DEPTH_MAX} levels deep.`,
  });

export const tooManyParameters = (): Problem =>
  new Problem('rest-body-too-large', {
    message: `The form has more than ${PARAMETERS_MAX} parameters.`,
  });

/**
 * Checks the depth and the number of values of parsed JSON, before validation copies it.
 *
 * @throws Problem 400 when it is nested too deeply, 413 when it has too many values
 */
export function assertWithinLimits(json: unknown): void {
  let values = 0;
  let level = [json];
  for (let depth = 0; level.length > 0; depth++) {
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= DEPTH_MAX) throw tooDeep();
      values += Array.isArray(value) ? value.length : costOf(Object.keys(value));
      if (values > VALUES_MAX) throw tooManyValues();
      for (const entry of Object.values(value)) inner.push(entry);
    }
    level = inner;
  }
}

function costOf(keys: readonly string[]): number {
  if (keys.length > PARAMETERS_MAX) throw tooManyValues();
  return keys.length + keys.filter((key) => INDEX.test(key)).length * VALUES_OF_INDEX;
}

const tooManyValues = (): Problem =>
  new Problem('rest-body-too-large', {
    message: `The body holds more than ${VALUES_MAX} values, or ${PARAMETERS_MAX} in one object.`,
  });
