import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import type { RequestContext } from '../http/context';
import { withParents } from '../texts';
import type { TranslatedTexts } from './translated-fields';
import type { Texts, Translations } from './translated-record';

/** A record as an entity, or as a raw row. */
export interface TranslatedRow {
  /** Undefined if the response needs no languages. */
  languages?: string;
  /** JSON in a raw row; `''` if it was not read. */
  translations: Translations | string | null;
}

type Context = Pick<RequestContext, 'language' | 'site'>;

/** Field → the language of its text, of a record that was read in a language. */
export const TEXT_LANGUAGES = Symbol('languages of texts');

export interface WithTextLanguages {
  [TEXT_LANGUAGES]?: Texts;
}

/** Returns the language of a text of a record in a response. */
export const languageOfText = (
  record: WithTextLanguages & { language: string },
  field: string,
): string => record[TEXT_LANGUAGES]?.[field] ?? record.language;

/** Returns the main language of a record; `''` if it has none of its own. */
export const ownLanguage = (languages: string): string => languages.split(',', 2)[1] ?? '';

/** Returns the texts of a record that are not empty. */
export const textsOf = (record: object, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text: unknown = Reflect.get(record, field);
      return typeof text === 'string' && text !== '' ? [[field, text]] : [];
    }),
  );

/**
 * Returns the language in which a text is read: the requested one or the closest of its parents that has it, or else
 * the main one.
 *
 * @param texts of all languages, the main one included
 */
export const languageWith = (
  field: string,
  requested: string,
  main: string,
  texts: Translations,
): string => withParents(requested).find((tag) => texts[tag]?.[field] !== undefined) ?? main;

/** Returns the main language of a record. */
export const mainLanguage = (
  { languages = '' }: Pick<TranslatedRow, 'languages'>,
  { site }: Pick<Context, 'site'>,
): string => ownLanguage(languages) || site.contentLanguage;

function translationsOf({ translations }: TranslatedRow): Translations {
  if (typeof translations !== 'string') return translations ?? {};
  return translations === '' ? {} : (JSON.parse(translations) as Translations);
}

/**
 * Returns a record with its texts in the language of the request: field by field in this language, else in one of its
 * parents, else in the main language.
 *
 * @param isShown whether a field is in the response: `Content-Language` names its language
 */
export function inLanguage<Row extends TranslatedRow>(
  row: Row,
  { fields }: TranslatedTexts,
  context: Context,
  isShown: (field: string) => boolean = () => true,
): Row & WithTextLanguages {
  const { language: requested } = context;
  if (requested?.lang === undefined) return row;
  const main = mainLanguage(row, context);
  const texts = { ...translationsOf(row), [main]: textsOf(row, fields) };
  const shown: Record<string, string> = {};
  const languages: Record<string, string> = {};
  for (const field of fields) {
    const language = languageWith(field, requested.lang, main, texts);
    const text = texts[language][field];
    if (text === undefined) continue;
    shown[field] = text;
    languages[field] = language;
    if (isShown(field)) requested.shown.add(language);
  }
  return { ...row, ...shown, [TEXT_LANGUAGES]: languages };
}

/** The keys of a record that tell its languages. */
export interface LanguageKeys extends WithTextLanguages {
  language: string;
  languages: string[];
  lang?: string;
  translations?: Translations;
}

/** Undefined values are omitted in the response. */
export function presentLanguages(
  row: TranslatedRow & WithTextLanguages,
  context: Context,
): LanguageKeys {
  const { languages = '' } = row;
  const named = languages.split(',').slice(2, -1);
  const language = mainLanguage({ languages }, context);
  const { lang, all = false } = context.language ?? {};
  const others = all ? { ...translationsOf(row) } : undefined;
  // The setting may have changed to a language that the record has.
  delete others?.[language];
  return {
    language,
    languages: named.length === 0 ? [language] : [...new Set([language, ...named])],
    lang,
    translations: others,
    [TEXT_LANGUAGES]: row[TEXT_LANGUAGES],
  };
}

const TEXTS = {
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
} as const;

const TAG: ApiPropertyOptions = { type: 'string', example: 'en' };

/** Declares the keys of `presentLanguages` in the document. */
export class LanguageRecord implements LanguageKeys, WithTextLanguages {
  @ApiProperty({ ...TAG, description: 'translations.record.language' })
  language: string;

  @ApiProperty({
    type: [String],
    description: 'translations.record.languages',
    example: ['en', 'fr'],
  })
  languages: string[];

  @ApiPropertyOptional({ ...TAG, description: 'translations.record.lang', example: 'fr' })
  lang?: string;

  @ApiPropertyOptional({
    ...TEXTS,
    description: 'translations.record.translations',
    example: { fr: { title: 'Concert en plein air' } },
  })
  translations?: Translations;

  [TEXT_LANGUAGES]?: Texts;
}
