import { Column, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { columnsFor } from '../database';

/** The texts of a record in one language, by field. */
export type Texts = Readonly<Record<string, string>>;

/** Language → texts. The main language is not among them: its texts are columns of the record. */
export type Translations = Readonly<Record<string, Texts>>;

/** At most so many languages of a record, the main one included. */
export const LANGUAGES_MAX = 20;

/** Twenty tags of 35 characters, with commas. */
const LIST_MAX = 721;

/** The columns of a record whose texts can be translated. */
export abstract class TranslatedRecord {
  /**
   * The main language, empty for the setting, and the languages in which the record has a name, each between commas:
   * `,en,fr,`; `''` for a record without both.
   */
  @Column({ length: LIST_MAX })
  languages: string;

  /** Null without any. */
  @Column('simple-json', { nullable: true })
  translations: Translations | null;
}

/** The columns of `TranslatedRecord`, with the values of a record without translations. */
export function translationColumns(runner: QueryRunner): TableColumnOptions[] {
  const { text, longText } = columnsFor(runner);
  const languages = text('languages', LIST_MAX);
  return [
    // Tags are ASCII: with four bytes a character, no index could have the column.
    { ...languages, ...(languages.charset && { charset: 'ascii', collation: 'ascii_bin' }) },
    { ...longText('translations'), isNullable: true },
  ];
}
