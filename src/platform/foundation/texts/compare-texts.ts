/**
 * Compares two texts as databases do with the collations of the service's columns: by code points.
 * `<` compares UTF-16 units, whose order differs beyond U+D7FF.
 *
 * @returns a negative number if the first text comes first, a positive one if it comes last
 */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let place = 0; place < length; place++) {
    const [unit, otherUnit] = [one.charCodeAt(place), other.charCodeAt(place)];
    if (unit === otherUnit) continue;
    if (isSurrogate(unit) === isSurrogate(otherUnit)) return unit - otherUnit;
    return isSurrogate(unit) ? 1 : -1;
  }
  return one.length - other.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
