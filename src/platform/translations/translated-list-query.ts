import { applyDecorators } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { RequestContext } from '../http/context';
import { PageQuery } from '../http/pagination';
import { BooleanParameter, Satisfies, TextsParameter } from '../validation';
import { contentLanguage, LANGUAGE_SCHEMA, WRONG_LANGUAGE } from '../texts';
import { LanguageField } from './translated-fields';
import { LANGUAGES_MAX } from './translated-record';

const LanguagesParameter = (description: string): PropertyDecorator =>
  applyDecorators(
    TextsParameter(description, {
      addition: true,
      example: ['fr', 'de'],
      items: LANGUAGE_SCHEMA,
      max: LANGUAGES_MAX,
      read: (tag) => contentLanguage(tag) ?? tag,
    }),
    Satisfies((tag) => contentLanguage(tag) !== undefined, WRONG_LANGUAGE, { each: true }),
  );

/** The query of a list whose records have texts in several languages. */
export class TranslatedListQuery extends PageQuery {
  @LanguagesParameter('translations.list.languages')
  languages?: string[];

  @LanguagesParameter('translations.list.missing_languages')
  missing_languages?: string[];

  @LanguageField('translations.read.lang', 'fr')
  lang?: string;

  @BooleanParameter('translations.read.translations', { addition: true, default: false })
  translations?: boolean;
}

interface LanguageCondition {
  condition: string;
  parameters: ObjectLiteral;
}

/** Returns the conditions of the filters by language on the column `languages` of a record. */
export function languageConditions(
  alias: string,
  { languages, missing_languages }: TranslatedListQuery,
  { site }: Pick<RequestContext, 'site'>,
): LanguageCondition[] {
  const column = `${alias}.languages`;
  const anyOf = (name: string, tags: readonly string[], negation: string): LanguageCondition => ({
    condition: tags
      .map((tag, index) => {
        const isUsual =
          tag === site.contentLanguage ? `OR ${column} = '' OR ${column} LIKE ',,%'` : '';
        return `${negation} (${column} LIKE :${name}${index} ${isUsual})`;
      })
      .join(' OR '),
    parameters: Object.fromEntries(tags.map((tag, index) => [`${name}${index}`, `%,${tag},%`])),
  });
  return [
    ...(languages ? [anyOf('language', languages, '')] : []),
    ...(missing_languages ? [anyOf('missing', missing_languages, 'NOT')] : []),
  ].map(({ condition, parameters }) => ({ condition: `(${condition})`, parameters }));
}

export function filterByLanguage<T extends ObjectLiteral>(
  records: SelectQueryBuilder<T>,
  query: TranslatedListQuery,
  context: Pick<RequestContext, 'site'>,
): void {
  for (const { condition, parameters } of languageConditions(records.alias, query, context))
    records.andWhere(condition, parameters);
}
