import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { CommandError } from '../command-error';

export interface JsonRow {
  /** The line of the file on which the row starts, from 1. */
  line: number;
  value: unknown;
}

/**
 * Parses the items of a JSON array, with their lines.
 *
 * @param name of the file in messages
 * @throws CommandError with the line of the first mistake if it is not JSON (RFC 8259), or not an
 *   array
 */
export function readJsonRows(text: string, name: string): JsonRow[] {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { disallowComments: true });
  const lineOf = lineCounter(text);
  const [error] = errors;
  if (error)
    throw new CommandError(`${name}:${lineOf(error.offset)}: is not JSON (${wordsOf(error)}).`);
  if (root?.type !== 'array')
    throw new CommandError(`${name}:${lineOf(root?.offset ?? 0)}: must be a JSON array of rows.`);
  return (root.children ?? []).map((row) => ({
    line: lineOf(row.offset),
    value: getNodeValue(row) as unknown,
  }));
}

/** `CommaExpected` → `comma expected` */
const wordsOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?!^)[A-Z]/g, ' $&')
    .toLowerCase();

/** The line of an offset; offsets are asked for in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let seen = 0;
  return (offset) => {
    for (let next = text.indexOf('\n', seen); next !== -1 && next < offset;) {
      line++;
      seen = next + 1;
      next = text.indexOf('\n', seen);
    }
    return line;
  };
}
