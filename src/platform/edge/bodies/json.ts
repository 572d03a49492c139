import { printParseErrorCode, visit } from 'jsonc-parser';
import { fault, Problem } from '../../foundation/errors';
import { DEPTH_MAX, PARAMETERS_MAX, tooDeep, VALUES_MAX, type ValueCount } from './limits';
import { utf8Text } from './not-utf8';

const code = (character: string): number => character.charCodeAt(0);

const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const OPEN_OBJECT = code('{');
const OPEN_LIST = code('[');
const CLOSE_OBJECT = code('}');
const CLOSE_LIST = code(']');
/** Bytes up to this one are white space, or invalid in JSON. */
const BLANK = code(' ');

/**
 * The cost of a numeric key, such as `"949"`, in values: V8 stores such keys in an array, which a
 * copy of the object allocates up to that number.
 */
const VALUES_OF_INDEX = 25;
/** V8 does not store longer numbers in the array. */
const INDEX_DIGITS = 4;
/** The length of an escaped digit: `\u0039`. */
const ESCAPED_LENGTH = 6;

/**
 * Counts the values in the lists and objects of JSON before it is parsed: 2 MB of `{},` become 100
 * MB of objects. Invalid JSON is counted too; the parser refuses it.
 */
export class JsonCount implements ValueCount {
  values = 0;
  private readonly open = new OpenValues();
  /** The string that is open. */
  private text?: Text;
  /** The last byte outside of strings that is not white space. */
  private previous = 0;

  /**
   * @param piece a chunk of UTF-8, where syntax bytes of JSON are never part of another character
   */
  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; at++) {
      if (this.text) at = this.readText(piece, at, this.text);
      else if (piece[at] > BLANK) this.readSyntax(piece[at]);
    }
  }

  private readSyntax(byte: number): void {
    const { open, previous } = this;
    const isBegin = byte === OPEN_OBJECT || byte === OPEN_LIST;
    const isEnd = byte === CLOSE_OBJECT || byte === CLOSE_LIST;
    const isFirst = (previous === OPEN_OBJECT || previous === OPEN_LIST) && !isEnd;
    if (isFirst || byte === COMMA) {
      open.add();
      this.count(1);
    }
    if (isBegin) open.enter(byte === OPEN_OBJECT);
    else if (isEnd) open.leave();
    else if (byte === QUOTE)
      this.text = new Text(open.isObject && (previous === OPEN_OBJECT || previous === COMMA));
    this.previous = byte;
  }

  /**
   * @returns the index where the string ends, or the length of the chunk
   */
  private readText(piece: Uint8Array, from: number, text: Text): number {
    const end = text.read(piece, from);
    if (end < piece.length) {
      this.text = undefined;
      if (text.mayBeIndex) this.count(VALUES_OF_INDEX);
    }
    return end;
  }

  private count(values: number): void {
    this.values += values;
    if (this.values > VALUES_MAX) throw tooMany();
  }
}

const tooMany = (): Problem =>
  new Problem('rest-body-too-large', {
    message: `The body holds more than ${VALUES_MAX} values, or ${PARAMETERS_MAX} in one object.`,
  });

/** The open lists and objects, from the outermost to the innermost. */
class OpenValues {
  /** The number of keys of each object so far; undefined for a list. */
  private readonly keys: (number | undefined)[] = [];

  /** True when the innermost is an object. */
  get isObject(): boolean {
    return this.keys.at(-1) !== undefined;
  }

  /** @throws Problem 400 when they are nested too deeply */
  enter(isObject: boolean): void {
    if (this.keys.push(isObject ? 0 : undefined) > DEPTH_MAX) throw tooDeep();
  }

  leave(): void {
    this.keys.pop();
  }

  /**
   * Counts one more value in the innermost list or object.
   *
   * @throws Problem 413 when an object has too many values
   */
  add(): void {
    const keys = this.keys.at(-1);
    if (keys === undefined) return;
    if (keys === PARAMETERS_MAX) throw tooMany();
    this.keys[this.keys.length - 1] = keys + 1;
  }
}

class Text {
  /** The first bytes of a key. */
  private readonly head: number[] = [];
  private isEscaped = false;

  constructor(private readonly isKey: boolean) {}

  /** True when the string is a key that may be a small number; its digits may be escaped. */
  get mayBeIndex(): boolean {
    const { head, isKey } = this;
    if (!isKey || head.length > INDEX_DIGITS * ESCAPED_LENGTH) return false;
    return head.includes(BACKSLASH) || (head.length <= INDEX_DIGITS && head.every(isDigit));
  }

  /**
   * @returns the index where the string ends, or the length of the chunk when it continues
   */
  read(piece: Uint8Array, from: number): number {
    let { isEscaped } = this;
    let at = from;
    for (; at < piece.length; at++) {
      const byte = piece[at];
      if (byte === QUOTE && !isEscaped) return at;
      isEscaped = byte === BACKSLASH && !isEscaped;
      if (this.isKey && this.head.length <= INDEX_DIGITS * ESCAPED_LENGTH) this.head.push(byte);
    }
    this.isEscaped = isEscaped;
    return at;
  }
}

const isDigit = (byte: number): boolean => byte >= code('0') && byte <= code('9');

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

const BYTE_ORDER_MARK = '\ufeff';

function parsed(body: Buffer): unknown {
  const text = utf8Text(body);
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
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
