import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Texts of any Unicode characters, like `fc.string({ unit: 'binary' })`, which needs a second of
 * processor time to build a table of all characters.
 */
export const anyText = (): fc.Arbitrary<string> => fc.string({ unit: ANY_CHARACTER });

const ANY_CHARACTER = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(
    (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
    indexOfCharacter,
  );

/** @throws TypeError for a value that is not a character */
function indexOfCharacter(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point) || /\p{Cs}/u.test(text))
    throw new TypeError('no character');
  return point < SURROGATES.first ? point : point - SURROGATES.count;
}
