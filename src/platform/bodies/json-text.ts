import { noteForbiddenNames } from '../input';
import { JsonCount } from './json';

/** Longer than the JSON of anything that a field may hold. */
const TEXT_MAX = 200_000;

/**
 * Reads a field that may be a list or an object, and that came as a text of JSON: so it stands in a
 * form, where OpenAPI declares `application/json` as its encoding. Everything else is handed back as
 * it came, and so is JSON that no body may hold.
 */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > TEXT_MAX || !/^\s*[[{]/.test(value)) return value;
  const read = parsed(value);
  noteForbiddenNames(read);
  return read;
}

function parsed(text: string): unknown {
  try {
    new JsonCount().add(Buffer.from(text));
    return JSON.parse(text);
  } catch {
    return text;
  }
}
