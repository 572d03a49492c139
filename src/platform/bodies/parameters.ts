import { type IParseOptions, parse } from 'qs';
import { PARAMETERS_MAX } from './limits';

/**
 * Parses the parameters of a query or a form, with brackets for nested values, such as
 * `venue[city]`.
 *
 * qs by itself drops names that every object has, such as `toString`. Here they are kept, and
 * whoever reads the input refuses forbidden names, as in JSON. `constructor` is one of them: it
 * stands here for `__proto__`, which qs always drops.
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
