import { type IParseOptions, parse } from 'qs';
import { type Fault, fault, invalidParams, Problem } from '../../errors';
import { LIST_MAX, markRepeated } from '../../validation';
import { DEPTH_MAX, PARAMETERS_MAX, tooDeep, tooManyParameters } from './limits';
import { NOT_UTF8, utf8Text } from './encodings';

/** Options of qs, and the part of the request that the text belongs to, for errors. */
interface ParametersOptions extends IParseOptions {
  part?: Fault['part'];
}

/**
 * Parses the query of an address. For a request without a query it is null.
 *
 * @throws Problem 400 for a parameter that is not in UTF-8
 */
export const readQuery = (query: string | null): Record<string, unknown> =>
  query === null ? {} : readParameters(query, QUERY_OPTIONS);

const COMMON_OPTIONS: IParseOptions = { allowPrototypes: true, parameterLimit: PARAMETERS_MAX };

const QUERY_OPTIONS: ParametersOptions = {
  arrayLimit: LIST_MAX * 2,
  depth: 5,
  part: 'parameter',
};

/**
 * Parses the parameters of a query or a form. Brackets create nested values, such as `venue[city]`.
 *
 * By default, qs drops names that every object has, such as `toString`. Here they stay, and the
 * reader of the input refuses forbidden names, as in JSON. `constructor` is one of them: it
 * replaces `__proto__`, which qs always drops.
 *
 * @throws Problem 400 that names a parameter whose bytes are not UTF-8: qs would leave it encoded
 */
function readParameters(text: string, options: ParametersOptions): Record<string, unknown> {
  const all = parsed(text, options);
  // Only the DTO determines whether a parameter is a list.
  const names = text.split('&').map((parameter) => parameter.split('=', 1)[0]);
  if (new Set(names).size < names.length)
    markRepeated(all, parsed(text, { ...options, duplicates: 'last' }));
  return all;
}

function parsed(
  text: string,
  { part: of, ...options }: ParametersOptions,
): Record<string, unknown> {
  // qs decodes the name of a parameter before its value.
  let name = '';
  return parse(text, {
    ...COMMON_OPTIONS,
    ...options,
    decoder: (part, decode, charset, kind) => {
      if (kind === 'key') name = part;
      const decoded = charset === 'iso-8859-1' ? decode(part, decode, charset) : decodeUtf8(part);
      if (decoded === undefined)
        throw invalidParams({ ...fault(name, 'characters', NOT_UTF8), part: of });
      if (kind === 'key') name = decoded;
      return kind === 'key' ? decoded.replaceAll('[__proto__]', '[constructor]') : decoded;
    },
  });
}

/**
 * Decodes a part. A percent sign that encodes nothing is literal. Undefined: the bytes are not
 * UTF-8.
 */
function decodeUtf8(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll('+', ' ').replace(/%(?![\dA-Fa-f]{2})/g, '%25'));
  } catch {
    return undefined;
  }
}

/** The beginning of JSON, also in percent-encoded form. */
const JSON_BEGINNING = /^\s*(?:[{[]|%7B|%5B)/i;

/**
 * Parses a form.
 *
 * @throws Problem 400 for a form that is nested too deeply, and for JSON; 413 for too many parameters
 */
export function readForm(form: Buffer, charset: 'utf-8' | 'iso-8859-1'): Record<string, unknown> {
  const text = charset === 'utf-8' ? utf8Text(form) : form.toString('latin1');
  if (JSON_BEGINNING.test(text))
    throw new Problem('rest-invalid-json', {
      message:
        'The body is JSON, and its Content-Type says that it is a form. Send it with ' +
        'Content-Type: application/json.',
    });
  if (text.split('&', PARAMETERS_MAX + 1).length > PARAMETERS_MAX) throw tooManyParameters();
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
