import { printParseErrorCode, visit } from 'jsonc-parser';
import { fault, Problem } from '../../foundation/errors';
import { noteForbiddenNames } from '../../input';
import { DEPTH_MAX, PARAMETERS_MAX, tooDeep, VALUES_MAX } from './limits';
import { utf8Text } from './encodings';

/**
 * Parses JSON whose values are counted already.
 *
 * @throws Problem 400 for invalid JSON, and for JSON that is not an object
 */
export function readJson(json: Buffer): Record<string, unknown> {
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('rest-invalid-json', {
      message: 'The body must be a JSON object.',
      faults: [fault([], 'type', 'must be an object')],
    });
  return value as Record<string, unknown>;
}

function parsed(body: Buffer): unknown {
  const json = utf8Text(body).replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    const detail = firstErrorIn(json);
    throw new Problem('rest-invalid-json', {
      message: `The body is not well-formed JSON: ${detail}.`,
      faults: [fault([], 'syntax', detail)],
    });
  }
}

/**
 * Returns the position and kind of the first syntax error, which the runtime's message may lack.
 */
function firstErrorIn(text: string): string {
  let first: string | undefined;
  visit(
    text,
    {
      onError: (code, _offset, _length, line, column) => {
        if (first !== undefined) return;
        const what = printParseErrorCode(code).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
        first = `line ${line + 1}, column ${column + 1}, ${what.toLowerCase()}`;
      },
    },
    { disallowComments: true },
  );
  return first ?? 'it cannot be parsed';
}

const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST, BLANK] =
  Buffer.from('"\\,{}[] ');

/**
 * The cost of a numeric key, such as `"949"`, in values: V8 stores such keys in an array, which a
 * copy of the object allocates up to that number.
 */
const VALUES_OF_INDEX = 25;
/** V8 does not store longer numbers in the array. A digit may be escaped: `\u0039`. */
const INDEX = /^\d{1,4}$|\\/;
const INDEX_LENGTH_MAX = 4 * '\\u0039'.length;

/**
 * Counts the values in the lists and objects of JSON before it is parsed: parsing 2 MB of `{},`
 * would block the event loop for hundreds of milliseconds, and allocate 100 MB. Invalid JSON is
 * counted too; the parser refuses it.
 *
 * @param json UTF-8, where syntax bytes of JSON are never part of another character
 * @throws Problem 400 when it is nested too deeply, 413 when it has too many values
 */
export function countJsonValues(json: Uint8Array): number {
  /** The number of keys of each open object so far; undefined for a list. */
  const open: (number | undefined)[] = [];
  let values = 0;
  let previous = 0;
  const count = (cost: number): void => {
    values += cost;
    if (values > VALUES_MAX) throw tooMany();
  };
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte <= BLANK) continue;
    const isEnd = byte === CLOSE_OBJECT || byte === CLOSE_LIST;
    const isFirst = (previous === OPEN_OBJECT || previous === OPEN_LIST) && !isEnd;
    if (isFirst || byte === COMMA) {
      count(1);
      countKey(open);
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (open.push(byte === OPEN_OBJECT ? 0 : undefined) > DEPTH_MAX) throw tooDeep();
    } else if (isEnd) {
      open.pop();
    } else if (byte === QUOTE) {
      const end = endOfString(json, at + 1);
      const isKey = open.at(-1) !== undefined && (previous === OPEN_OBJECT || previous === COMMA);
      if (isKey && isIndex(json.subarray(at + 1, end))) count(VALUES_OF_INDEX);
      at = end;
    }
    previous = byte;
  }
  return values;
}

function countKey(open: (number | undefined)[]): void {
  const keys = open.at(-1);
  if (keys === undefined) return;
  if (keys === PARAMETERS_MAX) throw tooMany();
  open[open.length - 1] = keys + 1;
}

/** Returns the index of the quote at the end of a string. */
function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

const isIndex = (key: Uint8Array): boolean =>
  key.length <= INDEX_LENGTH_MAX && INDEX.test(Buffer.from(key).toString('latin1'));

const tooMany = (): Problem =>
  new Problem('rest-body-too-large', {
    message: `The body holds more than ${VALUES_MAX} values, or ${PARAMETERS_MAX} in one object.`,
  });

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
    countJsonValues(Buffer.from(value));
    const read: unknown = JSON.parse(value);
    noteForbiddenNames(read);
    return read;
  } catch {
    return value;
  }
}
