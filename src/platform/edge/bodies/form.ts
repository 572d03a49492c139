import { Problem } from '../../foundation/errors';
import { DEPTH_MAX, PARAMETERS_MAX, tooDeep, type ValueCount } from './limits';
import { utf8Text } from './not-utf8';
import { readParameters } from './parameters';

const AMPERSAND = '&'.charCodeAt(0);

/** Counts the values of a form. A parameter with brackets may create several nested values. */
export class FormCount implements ValueCount {
  private parameters = 1;

  get values(): number {
    return this.parameters * DEPTH_MAX;
  }

  add(piece: Uint8Array): void {
    for (const byte of piece) if (byte === AMPERSAND) this.parameters++;
    if (this.parameters > PARAMETERS_MAX)
      throw new Problem('rest-body-too-large', {
        message: `The form has more than ${PARAMETERS_MAX} parameters.`,
      });
  }
}

/** The beginning of JSON, also in percent-encoded form. */
const JSON_BEGINNING = /^\s*(?:[{[]|%7B|%5B)/i;

/**
 * Parses a form whose parameters are counted already.
 *
 * @throws Problem 400 for a form that is nested too deeply, and for JSON
 */
export function readForm(form: Buffer, charset: 'utf-8' | 'iso-8859-1'): Record<string, unknown> {
  const text = charset === 'utf-8' ? utf8Text(form) : form.toString('latin1');
  if (JSON_BEGINNING.test(text))
    throw new Problem('rest-invalid-json', {
      message:
        'The body is JSON, and its Content-Type says that it is a form. Send it with ' +
        'Content-Type: application/json.',
    });
  try {
    return readParameters(text, {
      charset,
      arrayLimit: PARAMETERS_MAX,
      depth: DEPTH_MAX,
      strictDepth: true,
    });
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}
