const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Languages without a code of two letters. To try all codes of three takes half a second. */
const LONG_CODES =
  'ast bar ceb ckb dsb fil frp frr fur gsw haw hsb kab kok lld lmo mai nap nds rom scn sco smn szl vec yue';

/**
 * Returns the tags of languages by their names in one of them, sorted by name. Node has more names than
 * browsers: that of Upper Sorbian is missing in Chromium.
 *
 * @param more further tags, such as `pt-BR`
 */
export function languageNames(language: string, more: readonly string[]): Map<string, string> {
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
  const { compare } = new Intl.Collator(language);
  const tags = [...CODES, ...LONG_CODES.split(' '), ...more];
  return new Map(
    tags
      // Others are former codes, such as `iw` for Hebrew.
      .filter((tag) => Intl.getCanonicalLocales(tag)[0] === tag)
      .map((tag) => [names.of(tag) ?? '', tag] as const)
      .filter(([name]) => name !== '')
      .sort(([one], [other]) => compare(one, other)),
  );
}
