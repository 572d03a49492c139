/** Longer tags are not canonicalised. */
const TAG_MAX = 35;

/** A subtag of one character begins an extension, or subtags for private use. */
const EXTENSION = /-[a-z\d]-/i;

/**
 * Returns the canonical form of a language tag (BCP 47) without extensions, such as `fr` or `pt-BR`; undefined for
 * any other text.
 */
export function contentLanguage(tag: unknown): string | undefined {
  if (typeof tag !== 'string' || tag.length > TAG_MAX || EXTENSION.test(tag)) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical !== undefined && canonical.length <= TAG_MAX ? canonical : undefined;
  } catch {
    return undefined;
  }
}

export const WRONG_LANGUAGE = 'must be a language tag such as fr or pt-BR';

/** Returns a language and its parents, the most specific first: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function withParents(language: string): string[] {
  const subtags = language.split('-');
  return subtags.map((_subtag, index) => subtags.slice(0, subtags.length - index).join('-'));
}

/** In the documents. */
export const LANGUAGE_SCHEMA = {
  type: 'string',
  pattern: '^[A-Za-z]{2,8}(-[A-Za-z\\d]{2,8})*$',
  maxLength: TAG_MAX,
};
