import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { lineFinder } from '../../platform/foundation/texts';
import { CommandError } from '../command-error';

/** The maximum nesting depth: the parser is recursive, and deep files would overflow the stack. */
const DEPTH_MAX = 100;

export interface JsonRow {
  /** The line of the file on which the row starts, from 1. */
  line: number;
  value: unknown;
}

/**
 * Parses the items of a JSON array, with their lines.
 *
 * @param name the file name in error messages
 * @throws CommandError with the line of the first error if it is not JSON (RFC 8259), not an array,
 *   or nested more than 100 levels deep
 */
export function readJsonRows(text: string, name: string): JsonRow[] {
  const json = text.replace(/^\uFEFF/, ' ');
  const lineOf = lineFinder(json);
  const refuse: Refusal = (offset, why) => {
    throw new CommandError(`${name}:${lineOf(offset)}: ${why}.`);
  };
  const starts = startsOfItems(json, refuse);
  const rows: unknown = JSON.parse(json);
  if (!Array.isArray(rows))
    return refuse(json.search(/\S/), 'the top-level value must be an array of rows');
  return rows.map((value: unknown, place) => ({ line: lineOf(starts[place]), value }));
}

type Refusal = (offset: number, why: string) => never;

/** Returns the offsets of the items of the outermost array. */
function startsOfItems(json: string, refuse: Refusal): number[] {
  const starts: number[] = [];
  let depth = 0;
  const begin = (offset: number): void => {
    if (depth === 1) starts.push(offset);
  };
  const open = (offset: number): void => {
    begin(offset);
    if (++depth > DEPTH_MAX) refuse(offset, `is nested more than ${DEPTH_MAX} levels deep`);
  };
  const close = (): void => {
    depth--;
  };
  visit(
    json,
    {
      onArrayBegin: open,
      onObjectBegin: open,
      onArrayEnd: close,
      onObjectEnd: close,
      onLiteralValue: (_value, offset) => {
        begin(offset);
      },
      onError: (error, offset) => refuse(offset, `is not valid JSON (${wordsOf(error)})`),
    },
    { disallowComments: true },
  );
  return starts;
}

/** `CommaExpected` → `comma expected` */
const wordsOf = (error: ParseErrorCode): string =>
  printParseErrorCode(error)
    .replace(/(?!^)[A-Z]/g, ' $&')
    .toLowerCase();
