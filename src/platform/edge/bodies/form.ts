import { Problem } from '../../foundation/errors';
import { DEPTH_MAX, PARAMETERS_MAX, tooDeep } from './limits';
import { utf8Text } from './not-utf8';
import { readParameters } from './parameters';

/**
 * Counts the values of a form. A parameter with brackets may create several nested values.
 *
 * @throws Problem 413 for too many parameters
 */
export function countFormValues(form: Buffer): number {
  let parameters = 1;
  for (let at = form.indexOf('&'); at >= 0; at = form.indexOf('&', at + 1))
    if (++parameters > PARAMETERS_MAX)
      throw new Problem('rest-body-too-large', {
        message: `The form has more than ${PARAMETERS_MAX} parameters.`,
      });
  return parameters * DEPTH_MAX;
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
