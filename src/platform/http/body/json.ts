import { fault, Problem } from '../../errors';
import { jsonErrorIn } from '../../texts';
import { markForbiddenNames } from '../../validation';
import { assertWithinLimits, tooDeep } from './limits';
import { utf8Text } from './encodings';

/**
 * Parses a body of JSON.
 *
 * @throws Problem 400 for invalid JSON, and for JSON that is not an object; 413 for too many values
 */
export function readJson(json: Buffer): Record<string, unknown> {
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('rest-invalid-json', {
      message: 'The body must be a JSON object.',
      faults: [fault([], 'type', 'must be an object')],
    });
  assertWithinLimits(value);
  return value as Record<string, unknown>;
}

function parsed(body: Buffer): unknown {
  const json = utf8Text(body).replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    const detail = errorIn(json);
    throw new Problem('rest-invalid-json', {
      message: `The body is not well-formed JSON: ${detail}.`,
      faults: [fault([], 'syntax', detail)],
    });
  }
}

/** @throws Problem 400 for JSON that is nested too deeply for the search of its error */
function errorIn(json: string): string {
  try {
    return jsonErrorIn(json);
  } catch {
    throw tooDeep();
  }
}

/** Longer than the JSON of any field. */
const TEXT_MAX = 200_000;

/**
 * Parses a list or an object that was sent as JSON text: forms do so for fields with the encoding
 * `application/json` in OpenAPI. Every other value is returned unchanged, and so is JSON that
 * exceeds the limits of a body.
 */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > TEXT_MAX || !/^\s*[[{]/.test(value)) return value;
  try {
    const read: unknown = JSON.parse(value);
    assertWithinLimits(read);
    markForbiddenNames(read);
    return read;
  } catch {
    return value;
  }
}
