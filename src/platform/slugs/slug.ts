import { transliterate } from 'transliteration';
import { normalForm } from '../texts';

/** What a column for slugs has to hold. */
export const SLUG_MAX_LENGTH = 200;

/** What a slug made from a text has at most, so that a number still fits behind it. */
const MADE_MAX_LENGTH = 190;

/** A made slug with a number up to 9999; such a slug that is sent back stays as it is. */
const KEPT_MAX_LENGTH = 195;

/**
 * The slug of a title or name: lower-case ASCII letters, digits and hyphens, 1 to 190 characters,
 * other scripts transliterated. What is a slug already stays as it is up to 195 characters. `fallback` (itself a slug) where nothing is left, as with emoji.
 *
 * Its own result comes back unchanged.
 */
export function slugify(text: string, fallback: string): string {
  if (text.length <= KEPT_MAX_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) {
    return text;
  }
  const latin = transliterate(
    normalForm(text, 'NFKC')
      // An entity is a character that no address shows: `Ital &amp; co` is `ital-co`.
      .replace(/&(?:[a-z][a-z0-9]{0,30}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, ' ')
      .replace(/['’‘ʼ´`]/g, ''),
  );
  const slug = latin
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return shorten(slug) || fallback;
}

/** The slug with a number behind it, at most 200 characters: `jazz-night`, 2 → `jazz-night-2`. */
export function numberedSlug(slug: string, n: number): string {
  const number = `-${n}`;
  return slug.slice(0, SLUG_MAX_LENGTH - number.length).replace(/-$/, '') + number;
}

/** Cuts between two words, unless that would lose more than half of what fits. */
function shorten(slug: string): string {
  if (slug.length <= MADE_MAX_LENGTH) {
    return slug;
  }
  const lastHyphen = slug.lastIndexOf('-', MADE_MAX_LENGTH);
  return slug.slice(0, lastHyphen > MADE_MAX_LENGTH / 2 ? lastHyphen : MADE_MAX_LENGTH);
}
