const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns the canonical spelling of a language tag (BCP 47, RFC 5646 §2.1.1): `pt-BR` for `pt-br`.
 *
 * @returns undefined for an unknown tag
 */
export function languageTag(name: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(name);
    return NAMES.of(tag) === undefined ? undefined : tag;
  } catch {
    return undefined;
  }
}
