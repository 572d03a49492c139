import { type Fault, fault, type Path } from '../../foundation/errors';
import { suggestion } from '../../foundation/texts';
import { isObject, type Shape } from '../../input';
import { readJsonText } from '../bodies';

/** Maximum reported names. */
const REPORTED_MAX = 20;
/** Maximum reported characters of a name. */
const NAME_MAX = 100;
/** Maximum characters of a name in the header field, because proxies limit it to a few thousand. */
const ENCODED_MAX = 40;

/** An unknown name in the input. */
export interface UnknownName {
  path: Path;
  /** The known names at its place. */
  known: ReadonlySet<string>;
}

/**
 * Returns the first unknown names of an input.
 *
 * @param sent the parameters of a query, or the fields of a body
 */
export function unknownNames(sent: object, known: Shape): UnknownName[] {
  const unknown: UnknownName[] = [];
  const look = (object: object, { names, fields, each }: Shape, place: Path): void => {
    if (names)
      for (const name of Object.keys(object))
        if (!names.has(name) && unknown.length < REPORTED_MAX)
          unknown.push({ path: [...place, printable(name)], known: names });
    for (const [name, value] of Object.entries(object)) {
      const inner = fields?.get(name) ?? each;
      if (inner) lookInto(readJsonText(value), inner, [...place, name]);
    }
  };
  const lookInto = (value: unknown, shape: Shape, place: Path): void => {
    if (isObject(value)) look(value, shape, place);
    else if (Array.isArray(value))
      for (const [index, entry] of value.entries())
        if (isObject(entry)) look(entry, shape, [...place, index]);
  };
  look(sent, known, []);
  return unknown;
}

/** Returns a fault for each unknown name, with a suggestion. */
export const unknownFaults = (unknown: readonly UnknownName[]): Fault[] =>
  unknown.map(({ path, known }) => {
    const suggested = suggestion(String(path.at(-1)), [...known]);
    const what = 'is not known here';
    return fault(
      path,
      'unknown',
      suggested === undefined ? what : `${what}; did you mean ${suggested}?`,
    );
  });

/**
 * Returns the names for a header field: a list of strings (RFC 9651 §3.1), percent-encoded where
 * necessary.
 */
export const ignoredField = (unknown: readonly UnknownName[]): string =>
  unknown.map(({ path }) => `"${shortened(encodeURI(path.join('.')))}"`).join(', ');

/** Also removes a truncated percent-encoding. */
const shortened = (encoded: string): string => encoded.slice(0, ENCODED_MAX).replace(/%.?$/, '');

const printable = (name: string): string =>
  name.slice(0, NAME_MAX).replaceAll(/\p{Surrogate}/gu, '');
