import { assertNoFaults, type Fault, fault, faultsWithin } from '../errors';
import type { RequestContext } from '../http/context';
import { languageWith, ownLanguage, textsOf } from './in-language';
import { sentTranslations, type TranslatedBody, type TranslatedTexts } from './translated-fields';
import {
  LANGUAGES_MAX,
  type Texts,
  type TranslatedRecord,
  type Translations,
} from './translated-record';

/** The columns of a record with its languages. */
export type LanguageColumns = Pick<TranslatedRecord, 'languages' | 'translations'>;

/** The columns of a record in a single language, which is the setting. */
export const NOT_TRANSLATED: LanguageColumns = Object.freeze({ languages: '', translations: null });

export interface Translation<Dto, T> {
  /** The body with the texts of the main language alone. */
  dto: Dto;
  /** The stored record, with the texts of its new main language. */
  stored: T | undefined;
  columns: LanguageColumns;
  faults: readonly Fault[];
}

/**
 * Applies `language`, `lang` and `translations` of a body (docs/reference/translations.md#writing), in this order.
 *
 * @param check returns the faults of the texts of one language together
 */
export function translate<Dto extends TranslatedBody, T extends LanguageColumns>(
  dto: Dto,
  stored: T | undefined,
  { fields, name }: TranslatedTexts,
  { site, language: requested }: Pick<RequestContext, 'site' | 'language'>,
  check: (texts: Texts) => readonly Fault[] = () => [],
): Translation<Dto, T> {
  const { language, lang: sentLanguage = stored && requested?.lang } = dto;
  const sent = sentTranslations(dto);
  const faults: Fault[] = [];
  if (language === undefined && sentLanguage === undefined && Object.keys(sent).length === 0)
    return { dto, stored, columns: columnsIn(stored), faults };
  const own = ownLanguage(stored?.languages ?? '');
  const before = own || site.contentLanguage;
  const main = language ?? before;
  const isChanged = stored !== undefined && main !== before;
  if (isChanged && stored.translations?.[main] && !(name in stored.translations[main]))
    faults.push(fault('language', 'conflict', `has texts in ${main}, but no ${name}`));
  const basis = isChanged ? inMainLanguage(main, before, stored, fields) : stored;
  const translations = new Map(
    Object.entries(basis?.translations ?? {}).map(([tag, texts]) => [tag, { ...texts }]),
  );
  const set = (tag: string, field: string, text: string | null): void => {
    const texts: Record<string, string> = translations.get(tag) ?? {};
    if (text === null || text === '') delete texts[field];
    else texts[field] = text;
    translations.set(tag, texts);
  };

  const body = { ...dto };
  const lang = sentLanguage ?? main;
  if (lang !== main) {
    if (!stored)
      faults.push(fault('lang', 'conflict', `must be ${main}, the language of the record`));
    const texts = { ...basis?.translations, [main]: textsOf(basis ?? {}, fields) };
    for (const field of fields) {
      const text = body[field as keyof Dto] as string | undefined;
      if (text === undefined) continue;
      delete body[field as keyof Dto];
      const isShown = text === (texts[languageWith(field, lang, main, texts)][field] ?? '');
      if (!isShown) set(lang, field, text);
      const other = sent[lang]?.[field];
      if (other !== undefined && (other ?? '') !== text)
        faults.push(fault(['translations', lang, field], 'conflict', `differs from ${field}`));
    }
  }

  for (const [tag, texts] of Object.entries(sent)) {
    if (tag === main)
      faults.push(
        fault(['translations', tag], 'conflict', 'is the main language: its texts are fields'),
      );
    else if (texts === null) translations.delete(tag);
    else for (const [field, text] of Object.entries(texts)) set(tag, field, text);
  }
  const after = sorted(translations);
  for (const [tag, texts] of Object.entries(after))
    if (sent[tag] || tag === lang)
      faults.push(...faultsWithin(['translations', tag], check(texts)));
  if (Object.keys(after).length >= LANGUAGES_MAX)
    faults.push(
      fault('translations', 'count', `must not leave more than ${LANGUAGES_MAX} languages`),
    );
  const named = stored && !isChanged ? own : (language ?? own);
  return { dto: body, stored: basis, columns: columnsOf(named, after, name), faults };
}

/**
 * Does the same as `translate`.
 *
 * @throws Problem 400 with all faults
 */
export function translated<Dto extends TranslatedBody, T extends LanguageColumns | undefined>(
  dto: Dto,
  stored: T,
  texts: TranslatedTexts,
  context: Pick<RequestContext, 'site' | 'language'>,
): { dto: Dto; stored: T; columns: LanguageColumns } {
  const { faults, ...translation } = translate(dto, stored, texts, context);
  assertNoFaults(faults);
  return translation as { dto: Dto; stored: T; columns: LanguageColumns };
}

/** Returns the columns of a record; by default those of one in a single language. */
const columnsIn = ({ languages, translations } = NOT_TRANSLATED): LanguageColumns => ({
  languages,
  translations,
});

/** Exchanges the main texts and those of another language, where it has them. */
export function inMainLanguage<T extends LanguageColumns>(
  language: string,
  before: string,
  stored: T,
  fields: readonly string[],
): T {
  const texts = stored.translations?.[language];
  if (!texts) return stored;
  const exchanged = fields.filter((field) => field in texts);
  const translations = new Map(Object.entries(stored.translations ?? {}));
  translations.delete(language);
  translations.set(before, textsOf(stored, exchanged));
  return { ...stored, ...texts, translations: sorted(translations) };
}

/** Sorts languages by tag, and omits those without texts. */
const sorted = (translations: ReadonlyMap<string, Texts>): Translations =>
  Object.fromEntries(
    [...translations]
      .filter(([, texts]) => Object.keys(texts).length > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/**
 * @param own the main language; `''` for the setting
 * @param name the field with the name of the record
 */
export function columnsOf(own: string, unsorted: Translations, name: string): LanguageColumns {
  const translations = sorted(new Map(Object.entries(unsorted)));
  const named = Object.keys(translations).filter((tag) => name in translations[tag]);
  return {
    languages: own === '' && named.length === 0 ? '' : `,${[own, ...named].join(',')},`,
    translations: Object.keys(translations).length > 0 ? translations : null,
  };
}

/** Removes a text in all languages. */
export function withoutText(
  columns: LanguageColumns,
  field: string,
  name: string,
): LanguageColumns {
  const { languages, translations } = columns;
  const texts = Object.entries(translations ?? {});
  if (!texts.some(([, each]) => field in each)) return columns;
  const others = texts.map(([tag, each]): [string, Texts] => [
    tag,
    Object.fromEntries(Object.entries(each).filter(([other]) => other !== field)),
  ]);
  return columnsOf(ownLanguage(languages), Object.fromEntries(others), name);
}

/** Returns all texts in other languages than the main one. */
export const allTexts = (translations: Translations | null, fields?: readonly string[]): string[] =>
  Object.values(translations ?? {}).flatMap((texts) =>
    Object.entries(texts).flatMap(([field, text]) =>
      fields?.includes(field) === false ? [] : [text],
    ),
  );
