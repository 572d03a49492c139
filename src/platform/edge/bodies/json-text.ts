import { noteForbiddenNames } from '../../input';
import { countJsonValues } from './json-values';

/** Longer than the JSON of any field. */
const TEXT_MAX = 200_000;

/**
 * Parses a list or an object that was sent as JSON text: forms do so for fields with the encoding
 * `application/json` in OpenAPI. Every other value is returned unchanged, and so is JSON that
 * exceeds the limits of a body.
 */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > TEXT_MAX || !/^\s*[[{]/.test(value)) return value;
  const read = parsed(value);
  noteForbiddenNames(read);
  return read;
}

function parsed(text: string): unknown {
  try {
    countJsonValues(Buffer.from(text));
    return JSON.parse(text);
  } catch {
    return text;
  }
}
