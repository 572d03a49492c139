import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiSchema,
  getSchemaPath,
  OmitType,
  PartialType,
  PickType,
} from '@nestjs/swagger';
import { type ClassTransformOptions, plainToInstance, Transform } from 'class-transformer';
import { Allow, getMetadataStorage, validateSync } from 'class-validator';
import { type Fault, fault, type FaultCode, faultsWithin } from '../errors';
import { readJsonText } from '../http/body';
import {
  declared,
  faultsOf,
  FORBIDDEN_NAMES,
  hadForbiddenNames,
  HasNo,
  inputField,
  isObject,
  readBoolean,
  Satisfies,
  trimmed,
} from '../validation';
import { contentLanguage, LANGUAGE_SCHEMA, WRONG_LANGUAGE } from '../texts';
import { LANGUAGES_MAX, type Texts } from './translated-record';

/** The most languages of a body, which may replace all that a record has. */
const SENT_MAX = 2 * LANGUAGES_MAX;

const TRANSLATABLE = Symbol('translatable');

/** Marks a text of a DTO that can be translated. */
export const Translatable = (): PropertyDecorator =>
  // A validation rule, because `PartialType` and similar functions do not copy other decorators.
  Allow({ context: { [TRANSLATABLE]: true } });

/** Returns the names of the fields of a DTO with `Translatable`. */
const translatableFields = (dto: Type): string[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', false, false)
    .filter(({ context }) => (context as { [TRANSLATABLE]?: true } | undefined)?.[TRANSLATABLE])
    .map(({ propertyName }) => propertyName);

/** The translatable fields of a record. */
export interface TranslatedTexts {
  fields: readonly string[];
  /** The one with the name of the record. */
  name: string;
}

/** @param dto that of a creation */
export const translatedTexts = (dto: Type, name: string): TranslatedTexts => ({
  fields: translatableFields(dto),
  name,
});

/** Language → its texts; null removes a text, or a language. */
export type SentTranslations = Readonly<
  Record<string, Readonly<Record<string, string | null>> | null>
>;

/** Translations of a body, as parsed. */
class ReadTranslations {
  constructor(
    readonly faults: readonly Fault[],
    readonly sent: SentTranslations = {},
  ) {}
}

/** Returns the translations of a body that no client has sent. */
export const asTranslations = (sent: SentTranslations): ReadTranslations =>
  new ReadTranslations([], sent);

const wrong = (code: FaultCode, detail: string): ReadTranslations =>
  new ReadTranslations([fault([], code, detail)]);

/** The fields of a body that has texts in several languages. */
export interface TranslatedBody {
  language?: string;
  lang?: string;
  translations?: ReadTranslations;
}

/** Returns a body without removals in a language; texts in it stay. */
export function withoutRemovals<Dto extends TranslatedBody>(dto: Dto, language: string): Dto {
  const { [language]: removed, ...others } = dto.translations?.sent ?? {};
  const isRemoval = removed && Object.values(removed).every((text) => text === null);
  return isRemoval ? { ...dto, translations: new ReadTranslations([], others) } : dto;
}

const isBlank = (text: unknown): boolean =>
  text === null || (typeof text === 'string' && text.trim() === '');

function readTranslations(
  value: unknown,
  texts: Type<object>,
  options: ClassTransformOptions,
): ReadTranslations | undefined {
  const sent = readJsonText(value);
  // The parameter of reads, which is merged into the body.
  const isParameter = typeof sent === 'string' && typeof readBoolean(sent) === 'boolean';
  if (isParameter || (Array.isArray(sent) && sent.length === 0)) return undefined;
  if (!isObject(sent)) return wrong('type', 'must be an object of languages, each with its texts');
  const entries = Object.entries(sent);
  if (entries.length > SENT_MAX)
    return wrong('count', `must not hold more than ${SENT_MAX} languages`);
  const faults: Fault[] = hadForbiddenNames(sent) ? [fault([], 'format', WRONG_LANGUAGE)] : [];
  const languages: Record<string, Record<string, string | null> | null> = {};
  const names = translatableFields(texts);
  for (const [tag, content] of entries) {
    const language = contentLanguage(tag);
    if (language === undefined) faults.push(fault([tag], 'format', WRONG_LANGUAGE));
    else if (language in languages)
      faults.push(fault([tag], 'taken', `is the same language as another one: ${language}`));
    else if (content === null) languages[language] = null;
    else if (!isObject(content)) faults.push(fault([tag], 'type', 'must be an object of texts'));
    else {
      const unknown = Object.keys(content).filter((name) => !names.includes(name));
      for (const name of unknown.slice(0, names.length))
        faults.push(fault([tag, name], 'unknown', `cannot be translated; ${names.join(', ')} can`));
      if (hadForbiddenNames(content)) faults.push(fault([tag], 'format', FORBIDDEN_NAMES));
      const found = readTexts(content, texts, options);
      faults.push(...faultsWithin([tag], found.faults));
      languages[language] = found.texts;
    }
  }
  return new ReadTranslations(faults, languages);
}

/** Parses and validates the texts of one language, each as the field itself. */
function readTexts(
  content: Record<string, unknown>,
  texts: Type<object>,
  options: ClassTransformOptions,
): { texts: Record<string, string | null>; faults: Fault[] } {
  const names = translatableFields(texts).filter((name) => name in content);
  const given = names.filter((name) => !isBlank(content[name]));
  const instance = plainToInstance(
    texts,
    Object.fromEntries(given.map((name) => [name, content[name]])),
    options,
  ) as Texts;
  const errors = validateSync(instance, { stopAtFirstError: true, whitelist: true });
  return {
    texts: Object.fromEntries(
      names.map((name) => [name, isBlank(instance[name] ?? null) ? null : instance[name]]),
    ),
    faults: faultsOf(errors),
  };
}

/** A language tag (BCP 47), in its canonical form. */
export const LanguageField = (description: string, example: string): PropertyDecorator =>
  inputField(
    description,
    { addition: true, clearable: false, example },
    LANGUAGE_SCHEMA,
    (value) => contentLanguage(trimmed(value)) ?? value,
    Satisfies((value) => contentLanguage(value) !== undefined, WRONG_LANGUAGE),
  );

function TranslationsField(texts: Type<object>): PropertyDecorator {
  return applyDecorators(
    (target: object) => {
      ApiExtraModels(texts)(target.constructor);
    },
    declared(
      'translations.translations',
      { addition: true, clearable: false },
      {
        anyOf: [
          {
            type: 'object',
            maxProperties: SENT_MAX,
            additionalProperties: {
              anyOf: [
                { $ref: getSchemaPath(texts) },
                { type: 'object', maxProperties: 0, nullable: true },
              ],
            },
          },
          // PHP encodes an empty object as an empty list.
          { type: 'array', maxItems: 0, items: {} },
        ],
      },
    ),
    // The raw value, because its keys are chosen by the client.
    Transform(({ obj, key, options }) => {
      const value = (obj as Record<string, unknown>)[key];
      return value === undefined ? undefined : readTranslations(value, texts, options);
    }),
    HasNo((value) => (value instanceof ReadTranslations ? [...value.faults] : [])),
  );
}

/**
 * Returns the DTO of a creation with its texts in several languages: those with `Translatable`.
 *
 * @param name that of the texts of one language in the documents, such as `VenueTexts`
 */
export function Translated<T extends object>(
  base: Type<T>,
  name: string,
): Type<T & TranslatedBody> {
  const fields = translatableFields(base) as (keyof T)[];

  @ApiSchema({ name })
  class TextsOfOne extends PartialType(PickType(base, fields) as Type<object>) {}

  // A copy, so that the faults of fields keep their order: class-validator lists rules that a class inherits by the
  // order of their declaration, those of the base first.
  abstract class TranslatedDto
    extends (OmitType(base, []) as Type<object>)
    implements TranslatedBody
  {
    @LanguageField('translations.language', 'en')
    language?: string;

    @LanguageField('translations.lang', 'fr')
    lang?: string;

    @TranslationsField(TextsOfOne)
    translations?: ReadTranslations;
  }
  return TranslatedDto as unknown as Type<T & TranslatedBody>;
}
