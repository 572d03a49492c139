import { assertNoFaults, type Fault, fault, faultsWithin } from '../errors';
import type { RequestContext } from '../http/context';
import { languageWith, ownLanguage, textsOf } from './in-language';
import type { SentTranslations, TranslatedBody, TranslatedTexts } from './translated-fields';
import {
  LANGUAGES_MAX,
  type Texts,
  type TranslatedRecord,
  type Translations,
} from './translated-record';

/** The columns of a record with its languages. */
export type LanguageColumns = Pick<TranslatedRecord, 'languages' | 'translations'>;

export const sentTranslations = ({ translations }: TranslatedBody): SentTranslations =>
  translations?.sent ?? {};

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
  const lang = sentLanguage ?? main;
  if (lang !== main && !stored)
    faults.push(
      fault(
        'lang',
        'conflict',
        `must be the language of a new record, ${main}: send language, too`,
      ),
    );
  const { body, texts } =
    lang === main ? { body: dto, texts: {} } : ofLanguage(dto, lang, main, basis, fields);
  for (const [field, text] of Object.entries(lang === main ? {} : (sent[lang] ?? {})))
    if (![text ?? '', undefined].includes(dto[field as keyof Dto] as string | undefined))
      faults.push(fault(['translations', lang, field], 'conflict', `differs from ${field}`));
  if (sent[main] !== undefined)
    faults.push(
      fault(['translations', main], 'conflict', 'is the main language: its texts are fields'),
    );
  const translations = merged(merged(basis?.translations ?? {}, { [lang]: texts }), sent);
  for (const tag of Object.keys(translations))
    if (sent[tag] || tag === lang)
      faults.push(...faultsWithin(['translations', tag], check(translations[tag])));
  if (Object.keys(translations).length >= LANGUAGES_MAX)
    faults.push(
      fault('translations', 'count', `must not leave more than ${LANGUAGES_MAX} languages`),
    );
  const named = stored && !isChanged ? own : (language ?? own);
  return { dto: body, stored: basis, columns: columnsOf(named, translations, name), faults };
}

/** Separates the texts that a body changes in another language than the main one. */
function ofLanguage<Dto extends TranslatedBody>(
  dto: Dto,
  lang: string,
  main: string,
  stored: LanguageColumns | undefined,
  fields: readonly string[],
): { body: Dto; texts: Record<string, string> } {
  const read = { ...stored?.translations, [main]: textsOf(stored ?? {}, fields) };
  const sent = Object.entries(dto).filter(([field]) => fields.includes(field)) as [
    string,
    string,
  ][];
  const rest = Object.entries(dto).filter(([field]) => !fields.includes(field));
  return {
    body: Object.fromEntries(rest) as Dto,
    // A text that is read already, perhaps in the main language, is no translation.
    texts: Object.fromEntries(
      sent.filter(
        ([field, text]) =>
          text !== undefined && text !== (read[languageWith(field, lang, main, read)][field] ?? ''),
      ),
    ),
  };
}

/** Returns translations with the changed texts; null and `''` remove a text. */
function merged(translations: Translations, changes: SentTranslations): Translations {
  const texts = new Map(Object.entries(translations));
  for (const [tag, changed] of Object.entries(changes)) {
    const after = Object.entries({ ...texts.get(tag), ...changed }).filter(([, text]) => text);
    texts.set(tag, changed === null ? {} : (Object.fromEntries(after) as Texts));
  }
  return sorted(texts);
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
