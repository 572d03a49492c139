import type * as Transliteration from 'transliteration';
import { onDemand } from '../shared';
import { normalForm } from '../texts';

const transliteration = onDemand<typeof Transliteration>('transliteration', __filename);

/** The length of a slug column. */
const SLUG_MAX_LENGTH = 200;

/** The maximum length of a generated slug, which leaves room for a number. */
const GENERATED_MAX_LENGTH = 190;

/** The maximum length of a generated slug with a number up to 9999. A slug that is sent back stays the same. */
const UNCHANGED_MAX_LENGTH = 195;

/**
 * Returns the slug of a title or name: lower-case ASCII letters, digits and hyphens, 1 to 190
 * characters; other scripts are transliterated. A text that is already a slug stays the same up to 195
 * characters. Returns `fallback` (itself a slug) if nothing remains, as with emoji.
 *
 * It is idempotent.
 */
export function slugify(text: string, fallback: string): string {
  if (text.length <= UNCHANGED_MAX_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) {
    return text;
  }
  const latin = transliteration().transliterate(
    normalForm(text, 'NFKC')
      // HTML entities are dropped, because slugs contain no special characters: `Ital &amp; co` is
      // `ital-co`.
      .replace(/&(?:[a-z][a-z0-9]{0,30}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, ' ')
      .replace(/['’‘ʼ´`]/g, ''),
  );
  const slug = latin
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return shorten(slug) || fallback;
}

/** Adds a number to a slug, at most 200 characters: `jazz-night`, 2 → `jazz-night-2`. */
export function numberedSlug(slug: string, n: number): string {
  const number = `-${n}`;
  return slug.slice(0, SLUG_MAX_LENGTH - number.length).replace(/-$/, '') + number;
}

/** Cuts between two words, unless more than half of the allowed length would be lost. */
function shorten(slug: string): string {
  if (slug.length <= GENERATED_MAX_LENGTH) {
    return slug;
  }
  const lastHyphen = slug.lastIndexOf('-', GENERATED_MAX_LENGTH);
  return slug.slice(0, lastHyphen > GENERATED_MAX_LENGTH / 2 ? lastHyphen : GENERATED_MAX_LENGTH);
}
