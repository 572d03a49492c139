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

interface Translation<Dto, T> {
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
  const lang = sentLanguage ?? main;
  const isChanged = stored !== undefined && main !== before;
  const basis = isChanged ? inMainLanguage(main, before, stored) : stored;
  const { body, texts } =
    lang === main ? { body: dto, texts: {} } : ofLanguage(dto, lang, main, basis, fields);
  const translations = merged(merged(basis?.translations ?? {}, { [lang]: texts }), sent);
  const columns = columnsOf(stored && !isChanged ? own : (language ?? own), translations, name);
  const after = columns.translations ?? {};

  const nameless = isChanged ? stored.translations?.[main] : undefined;
  if (nameless && !(name in nameless))
    faults.push(fault('language', 'conflict', `has texts in ${main}, but no ${name}`));
  if (lang !== main && !stored)
    faults.push(
      fault(
        'lang',
        'conflict',
        `must be the language of a new record, ${main}: send language, too`,
      ),
    );
  if (lang !== main)
    for (const [field, text] of Object.entries(sent[lang] ?? {}))
      if (differs(dto[field as keyof Dto], text))
        faults.push(fault(['translations', lang, field], 'conflict', `differs from ${field}`));
  if (sent[main] !== undefined)
    faults.push(
      fault(['translations', main], 'conflict', 'is the main language: its texts are fields'),
    );
  for (const tag of Object.keys(after))
    if (sent[tag] || tag === lang)
      faults.push(...faultsWithin(['translations', tag], check(after[tag])));
  if (Object.keys(after).length >= LANGUAGES_MAX)
    faults.push(
      fault('translations', 'count', `must not leave more than ${LANGUAGES_MAX} languages`),
    );
  return { dto: body, stored: basis, columns, faults };
}

/** @param text null removes it */
const differs = (field: unknown, text: string | null): boolean =>
  field !== undefined && field !== (text ?? '');

/** Separates the texts that a body changes in another language than the main one. */
function ofLanguage<Dto extends TranslatedBody>(
  dto: Dto,
  lang: string,
  main: string,
  stored: LanguageColumns | undefined,
  fields: readonly string[],
): { body: Dto; texts: Texts } {
  const read = { ...stored?.translations, [main]: textsOf(stored ?? {}, fields) };
  const body = { ...dto };
  const texts: Record<string, string> = {};
  for (const field of fields as readonly (keyof Dto & string)[]) {
    delete body[field];
    const text = dto[field] as string | undefined;
    const before = read[languageWith(field, lang, main, read)][field] ?? '';
    // A text that is read already, perhaps in the main language, is no translation.
    if (text !== undefined && text !== before) texts[field] = text;
  }
  return { body, texts };
}

/** Returns translations with the changed texts; null and `''` remove a text. */
function merged(translations: Translations, changes: SentTranslations): Translations {
  const after: Record<string, Texts> = { ...translations };
  for (const [tag, changed] of Object.entries(changes)) {
    const texts = Object.entries({ ...after[tag], ...changed }).filter(([, text]) => text);
    after[tag] = changed === null ? {} : (Object.fromEntries(texts) as Texts);
  }
  return after;
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
): T {
  const { [language]: texts, ...others } = stored.translations ?? {};
  if (!texts) return stored;
  const former = textsOf(stored, Object.keys(texts));
  return { ...stored, ...texts, translations: { ...others, [before]: former } };
}

/**
 * Returns the columns of a record, with languages in the order of their tags, and without those that have no texts.
 *
 * @param own the main language; `''` for the setting
 * @param name the field with the name of the record
 */
export function columnsOf(own: string, translations: Translations, name: string): LanguageColumns {
  const texts = Object.entries(translations)
    .filter(([, each]) => Object.keys(each).length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const named = texts.filter(([, each]) => name in each).map(([tag]) => tag);
  return {
    languages: own === '' && named.length === 0 ? '' : `,${[own, ...named].join(',')},`,
    translations: texts.length > 0 ? Object.fromEntries(texts) : null,
  };
}

/** Removes a text in all languages. */
export function withoutText(
  { languages, translations }: LanguageColumns,
  field: string,
  name: string,
): LanguageColumns {
  const removals = Object.fromEntries(
    Object.keys(translations ?? {}).map((tag) => [tag, { [field]: null }]),
  );
  return columnsOf(ownLanguage(languages), merged(translations ?? {}, removals), name);
}

/** Returns all texts in other languages than the main one. */
export const allTexts = (translations: Translations | null, fields?: readonly string[]): string[] =>
  Object.values(translations ?? {}).flatMap((texts) =>
    Object.entries(texts).flatMap(([field, text]) =>
      fields?.includes(field) === false ? [] : [text],
    ),
  );
