import { printParseErrorCode, visit } from 'jsonc-parser';

/**
 * Returns the position and kind of the first syntax error of JSON, which the runtime's message may
 * lack: `line 3, column 5, comma expected`.
 *
 * @throws RangeError for JSON that is nested so deeply that the search exceeds the stack
 */
export function jsonErrorIn(text: string): string {
  let first: string | undefined;
  visit(
    text,
    {
      onError: (code, _offset, _length, line, column) => {
        const kind = printParseErrorCode(code).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
        first ??= `line ${line + 1}, column ${column + 1}, ${kind.toLowerCase()}`;
      },
    },
    { disallowComments: true },
  );
  return first ?? 'it cannot be parsed';
}
