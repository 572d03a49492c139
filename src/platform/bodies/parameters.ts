import { type IParseOptions, parse } from 'qs';
import { PARAMETERS_MAX } from './limits';

/**
 * Reads the parameters of a query or a form, with brackets for what is nested, such as `venue[city]`.
 *
 * qs by itself leaves out names that all objects have, such as `toString`. Here they stay: those that
 * cannot be a name are refused by who reads the input, as in JSON. So is `constructor`, which stands
 * here for `__proto__`, since qs keeps that one in no case.
 */
export const readParameters = (text: string, options: IParseOptions): Record<string, unknown> =>
  parse(text, {
    ...options,
    allowPrototypes: true,
    parameterLimit: PARAMETERS_MAX,
    decoder: (part, decode, charset, kind) => {
      const decoded = decode(part, decode, charset);
      return kind === 'key' ? decoded.replaceAll('[__proto__]', '[constructor]') : decoded;
    },
  });
