/** Returns the name of a language in that language: `Deutsch`, `français`. */
export function languageName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
