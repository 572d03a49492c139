import type { I18nService } from 'nestjs-i18n';
import { textOf } from './languages';

/** The values of placeholders; `count` selects the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/**
 * Returns a text such as `site.events` with its values; in English without a translation. A missing plural form is
 * `other`.
 *
 * @param rules the plural rules, by default those of the language for cardinal numbers
 */
export function filledText(
  i18n: I18nService,
  key: string,
  language: string,
  values: TextValues = {},
  rules?: Intl.PluralRules,
): string {
  const found: string | PluralForms = i18n.t(key, { lang: language, defaultValue: '' });
  const text =
    typeof found === 'string'
      ? found
      : found[(rules ?? new Intl.PluralRules(language)).select(Number(values.count))] ||
        textOf(i18n, `${key}.other`, language);
  return (text || key).replace(/\{(\w+)\}/g, (sign, name: string) => {
    const value = values[name] as string | number | undefined;
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? sign);
  });
}
