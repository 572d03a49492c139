import { type Fault, fault, type Path } from '../errors';
import { readJsonText } from '../bodies';
import { isObject, type Shape } from '../input';
import { suggestion } from '../texts';

/** Names that are told of at most. */
const TOLD_MAX = 20;
/** Characters of a name that are told at most. */
const NAME_MAX = 100;
/** The same of a name in the header field, which proxies take a few thousand characters of. */
const ENCODED_MAX = 40;

/** What is sent, and known by no name: the first ones of it. */
export interface UnknownName {
  path: Path;
  /** The names that are known where it stands. */
  known: ReadonlySet<string>;
}

/** @param sent the parameters of a query, or the fields of a body */
export function unknownNames(sent: object, known: Shape): UnknownName[] {
  const unknown: UnknownName[] = [];
  const look = (object: object, { names, fields, each }: Shape, place: Path): void => {
    if (names)
      for (const name of Object.keys(object))
        if (!names.has(name) && unknown.length < TOLD_MAX)
          unknown.push({ path: [...place, toldAs(name)], known: names });
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

/** Each as a fault, with the name that was probably meant. */
export const unknownFaults = (unknown: readonly UnknownName[]): Fault[] =>
  unknown.map(({ path, known }) => {
    const meant = suggestion(String(path.at(-1)), [...known]);
    const what = 'is not known here';
    return fault(path, 'unknown', meant === undefined ? what : `${what}; did you mean ${meant}?`);
  });

/**
 * The names as a header field: a list of strings (RFC 9651 §3.1), with percent signs in the place of
 * what cannot stand there.
 */
export const ignoredField = (unknown: readonly UnknownName[]): string =>
  unknown.map(({ path }) => `"${shortened(encodeURI(path.join('.')))}"`).join(', ');

/** No percent sign stays without its digits. */
const shortened = (encoded: string): string => encoded.slice(0, ENCODED_MAX).replace(/%.?$/, '');

const toldAs = (name: string): string => name.slice(0, NAME_MAX).replaceAll(/\p{Surrogate}/gu, '');
