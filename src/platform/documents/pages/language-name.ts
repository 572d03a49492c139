/** Returns the name of a language in that language: `Deutsch`, `français`. */
export function languageName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'];

/** Returns the direction in which a language is written, as the attribute `dir` has it. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script = '' } = new Intl.Locale(language).maximize();
  return RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr';
}
