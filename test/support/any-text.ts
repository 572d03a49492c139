import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Texts of any Unicode characters, as `fc.string({ unit: 'binary' })` makes them; that takes a second of
 * a processor to prepare, for a table of all characters.
 */
export const anyText = (): fc.Arbitrary<string> => fc.string({ unit: ANY_CHARACTER });

const ANY_CHARACTER = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(
    (place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
    placeOf,
  );

/** @throws TypeError for what is no character */
function placeOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point) || /\p{Cs}/u.test(text))
    throw new TypeError('no character');
  return point < SURROGATES.first ? point : point - SURROGATES.count;
}
