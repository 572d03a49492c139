import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../../platform/http/context';
import type { EventLinks } from '../../links';
import { KEY_ENTRIES } from '../event-keys';
import {
  columnsOf,
  inMainLanguage,
  type LanguageColumns,
  mainLanguage,
  ownLanguage,
  type SentTranslations,
  sentTranslations,
} from '../../../platform/translations';
import { EVENT_TRANSLATIONS } from '../dto/create-event.dto';
import type { EventTemplate } from '../event-template.entity';
import type { Event } from '../event.entity';
import type { UpdateSeriesDto } from './dto/update-series.dto';

type FieldColumn = Exclude<keyof EventTemplate, 'id' | 'version'>;

/** The override of the main language. */
export const LANGUAGE = 'language';
const STATUS = 'event_status';
const REASON = 'event_status_reason';
/** The names of texts in other languages begin with it. */
const TEXTS = 'translations.';

/**
 * The names in `overrides`, with their columns. Columns that depend on each other have one name. The links of
 * each kind are a field of their own, named by its key.
 */
const FIELDS: Readonly<Record<string, readonly FieldColumn[]>> = {
  author: ['author'],
  status: ['status'],
  date: ['date_utc'],
  description: ['description'],
  excerpt: ['excerpt'],
  image: ['image', 'image_details'],
  cost: ['cost'],
  post_parent: ['post_parent'],
  [STATUS]: ['event_status', REASON],
  password: ['password_hash'],
  ...storedAsSent(),
};

const ENTRIES = Object.entries(FIELDS);

function storedAsSent(): Record<string, readonly FieldColumn[]> {
  const entries = KEY_ENTRIES.filter(([, { initial }]) => initial !== undefined);
  return Object.fromEntries(
    entries.map(([key, { columns }]) => [key, columns as readonly FieldColumn[]]),
  );
}

/** Returns the overrides that are texts in other languages than the main one. */
export const translatedOverrides = (overrides: readonly string[]): string[] =>
  overrides.filter((name) => name.startsWith(TEXTS));

export interface FieldValues {
  values: Pick<EventTemplate, FieldColumn>;
  links: EventLinks;
}

export function columnsOfFields(
  series: FieldValues['values'],
  own = series,
  isTaken: (field: string) => boolean = () => true,
): Partial<FieldValues['values']> {
  const taken = ENTRIES.filter(([field]) => isTaken(field)).flatMap(([, columns]) =>
    columns.map((column) => [column, series[column]] as const),
  );
  return Object.assign(
    Object.fromEntries(taken) as Partial<FieldValues['values']>,
    languagesOfFields(series, own, isTaken),
  );
}

/** The reason of a status belongs to it in all languages. */
const textField = (language: string, field: string): string =>
  field === REASON ? STATUS : `${TEXTS}${language}.${field}`;

const textNames = (translations: SentTranslations): string[] =>
  Object.entries(translations).flatMap(([language, texts]) =>
    (texts === null ? EVENT_TRANSLATIONS.fields : Object.keys(texts)).map((field) =>
      textField(language, field),
    ),
  );

type Translated = Pick<LanguageColumns, 'translations'>;

/** Returns the texts in other languages, each of which is a field of its own. */
const textFields = ({ translations }: Translated): Record<string, string> =>
  Object.fromEntries(
    Object.entries(translations ?? {}).flatMap(([language, texts]) =>
      Object.entries(texts)
        .filter(([field]) => field !== REASON)
        .map(([field, text]) => [textField(language, field), text]),
    ),
  );

/** Returns the reasons of a status in other languages. */
const reasonsIn = ({ translations }: Translated): Record<string, string> =>
  Object.fromEntries(
    Object.entries(translations ?? {}).flatMap(([language, texts]) =>
      REASON in texts ? [[language, texts[REASON]]] : [],
    ),
  );

function languagesOfFields(
  series: LanguageColumns,
  own: LanguageColumns,
  isTaken: (field: string) => boolean,
): LanguageColumns {
  const translations: Record<string, Record<string, string>> = {};
  for (const from of [series, own])
    for (const [language, texts] of Object.entries(from.translations ?? {}))
      for (const [field, text] of Object.entries(texts))
        if (isTaken(textField(language, field)) === (from === series))
          (translations[language] ??= {})[field] = text;
  const { languages } = isTaken(LANGUAGE) ? series : own;
  return columnsOf(ownLanguage(languages), translations, EVENT_TRANSLATIONS.name);
}

/**
 * Returns an occurrence in the main language of its series: texts that it has in this language, and their names in
 * `overrides`, change places with the main ones.
 */
export function inLanguageOf(
  series: LanguageColumns,
  event: Event,
  context: Pick<RequestContext, 'site'>,
): Event {
  const [before, language] = [mainLanguage(event, context), mainLanguage(series, context)];
  if (language === before || event.overrides.includes(LANGUAGE)) return event;
  const renamed = new Map(
    Object.keys(event.translations?.[language] ?? {})
      .filter((field) => field !== REASON)
      .flatMap((field): [string, string][] => [
        [field, textField(before, field)],
        [textField(language, field), field],
      ]),
  );
  return {
    ...inMainLanguage(language, before, event),
    overrides: event.overrides.map((name) => renamed.get(name) ?? name),
  };
}

export const linksOfFields = (
  series: EventLinks,
  own: EventLinks,
  isTaken: (field: string) => boolean,
): EventLinks => {
  const kinds = new Set([...Object.keys(series), ...Object.keys(own)]);
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, (isTaken(kind) ? series[kind] : own[kind]) ?? []]),
  );
};

/** Returns the values of the fields by name, to compare them. */
export const valuesOfFields = ({ values, links }: FieldValues): OverridableValues => ({
  ...Object.fromEntries(
    ENTRIES.map(([field, columns]) => [field, columns.map((column) => values[column])]),
  ),
  [STATUS]: [values.event_status, values.event_status_reason, reasonsIn(values)],
  [LANGUAGE]: ownLanguage(values.languages),
  ...textFields(values),
  ...links,
});

export function differingFields(one: FieldValues, other: FieldValues): Set<string> {
  const differs = (column: FieldColumn): boolean =>
    !isSame(one.values[column], other.values[column]);
  const fields = ENTRIES.filter(([, columns]) => columns.some(differs)).map(([field]) => field);
  const kinds = [...Object.keys(one.links), ...Object.keys(other.links)];
  const isSameLinks = (kind: string): boolean =>
    isSame(one.links[kind] ?? [], other.links[kind] ?? []);
  const [texts, others] = [textFields(one.values), textFields(other.values)];
  return new Set([
    ...fields,
    ...kinds.filter((kind) => !isSameLinks(kind)),
    ...Object.keys({ ...texts, ...others }).filter((name) => texts[name] !== others[name]),
    ...(isSame(reasonsIn(one.values), reasonsIn(other.values)) ? [] : [STATUS]),
    ...(ownLanguage(one.values.languages) === ownLanguage(other.values.languages)
      ? []
      : [LANGUAGE]),
  ]);
}

/** @param main the main language of the series */
export function sentFields(
  body: UpdateSeriesDto,
  main: string,
  { language }: Pick<RequestContext, 'language'>,
): Set<string> {
  const { lang = language?.lang } = body;
  const isTranslation = (key: string): boolean =>
    lang !== undefined && lang !== main && EVENT_TRANSLATIONS.fields.includes(key);
  const keys = Object.entries(body).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return isTranslation(key) ? [textField(lang!, key)] : [key];
  });
  const sent = new Set([...keys, ...textNames(sentTranslations(body))]);
  for (const [field, columns] of ENTRIES)
    if (columns.some((column) => sent.has(column))) sent.add(field);
  return sent;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));

/** The override of start, end, zone and `all_day`. */
export const DATES = 'start_date';

export type OverridableValues = Readonly<Record<string, unknown>>;

/**
 * Returns the overrides of an occurrence after a write: unchanged ones, and the fields whose value the write
 * changes to another one than that of the series.
 */
export function overridesAfter(
  overrides: readonly string[],
  before: OverridableValues,
  after: OverridableValues,
  series: OverridableValues,
): string[] {
  // A text that the occurrence has no more, too.
  const removed = Object.keys({ ...before, ...series }).filter(
    (name) => name.startsWith(TEXTS) && !(name in after),
  );
  return [...Object.keys(after), ...removed].filter((name) =>
    isDeepStrictEqual(before[name], after[name])
      ? overrides.includes(name)
      : !isDeepStrictEqual(after[name], series[name]),
  );
}
