import { printParseErrorCode, visit } from 'jsonc-parser';
import { fault, Problem } from '../../foundation/errors';
import { utf8Text } from './not-utf8';

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
