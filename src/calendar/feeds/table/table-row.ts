import type { WallClock } from '../../../platform/dates';
import { compareTexts } from '../../../platform/texts';
import {
  FieldSelection,
  type RequestContext,
  RequestedLanguage,
} from '../../../platform/http/context';
import type { ListedEvent, ListReading } from '../../events';

export const TABLE_READING: ListReading = {
  fields: FieldSelection.read(
    `id,uid,title,description,excerpt,slug,website,image,status,date_utc,all_day,start_date,end_date,
    utc_start_date,timezone,cost,event_status,event_status_reason,is_virtual,virtual_event_type,
    virtual_url,ticketed,featured,sticky,hide_from_listings,show_map,show_map_link,
    venue.id,venue.venue,organizer.organizer,categories.name,tags.name`,
  )!,
  texts: 2000,
  octets: { event: 1000, linked: 100 },
};

/** The other columns have the main texts in every request: an import writes them back. */
export const inAllLanguages = (context: RequestContext): RequestContext => ({
  ...context,
  language: new RequestedLanguage(undefined, true),
});

/** Column → its cell. The columns are those of the import (docs/importing.md#tables). */
const COLUMNS: Readonly<Record<string, (read: ListedEvent) => string | boolean | null>> = {
  'Event Name': ({ event }) => event.title,
  'Event Start Date': ({ event }) => event.start_date.slice(0, 10),
  'Event Start Time': ({ event }) => event.start_date.slice(11),
  'Event End Date': ({ event }) => event.end_date.slice(0, 10),
  'Event End Time': ({ event }) => event.end_date.slice(11),
  'Event Time Zone': ({ event }) => event.timezone,
  'All Day Event': ({ event }) => event.all_day,
  'Event Description': ({ event }) => event.description,
  'Event Excerpt': ({ event }) => event.excerpt,
  // There is no column for further venues.
  'Event Venue Name': ({ event }) => [event.venue].flat().at(0)?.venue ?? '',
  'Event Organizer Name(s) or ID(s)': ({ event }) =>
    listed(event.organizer.map(({ organizer }) => organizer)),
  'Event Category': ({ event }) => listed(event.categories.map(({ name }) => name)),
  'Event Tags': ({ event }) => listed(event.tags.map(({ name }) => name)),
  'Event Cost': ({ event }) => event.cost,
  'Event Currency Symbol': () => '',
  'Event Currency Position': () => '',
  'Event Website': ({ event }) => event.website,
  'Event Featured Image': ({ event }) => (event.image ? event.image.url : ''),
  'Event Show Map': ({ event }) => event.show_map,
  'Event Show Map Link': ({ event }) => event.show_map_link,
  'Feature Event': ({ event }) => event.featured,
  'Event Sticky in Month View': ({ event }) => event.sticky,
  'Hide Event From Event Listings': ({ event }) => event.hide_from_listings,
  event_status: ({ event }) => event.event_status,
  event_status_reason: ({ event }) => event.event_status_reason,
  is_virtual: ({ event }) => event.is_virtual,
  virtual_event_type: ({ event }) => event.virtual_event_type,
  virtual_url: ({ event }) => event.virtual_url,
  slug: ({ event }) => event.slug,
  // An import into another calendar, without the password, must not publish it.
  status: ({ event, isProtected }) => (isProtected ? 'private' : event.status),
  ticketed: ({ event }) => event.ticketed,
  uid: ({ event }) => event.uid,
  virtual_show_to: ({ linkReaders }) => linkReaders,
  date_utc: ({ event }) => event.date_utc,
};

/** Field → the column of its text in another language, without the language. */
export const TRANSLATED_COLUMNS: Readonly<Record<string, string>> = {
  title: 'Event Name',
  description: 'Event Description',
  excerpt: 'Event Excerpt',
};

/** Returns the texts in other languages, by their columns such as `Event Name (fr)`. */
const translatedCells = ({ translations = {} }: ListedEvent['event']): [string, string][] =>
  Object.entries(translations).flatMap(([language, texts]) =>
    Object.entries(TRANSLATED_COLUMNS).flatMap(([field, column]): [string, string][] =>
      field in texts ? [[`${column} (${language})`, texts[field]]] : [],
    ),
  );

/** Returns the cells of the columns that every table has. */
const ownCells = (read: ListedEvent): [string, string][] =>
  Object.entries(COLUMNS).map(([column, cell]) => [column, String(cell(read) ?? '')]);

/** Returns the cells of an event by their columns. */
export const tableCells = (read: ListedEvent): Map<string, string> =>
  new Map([...ownCells(read), ...translatedCells(read.event)]);

export interface TableRow {
  id: number;
  utc_start_date: WallClock;
  /** The cells of the columns that every table has, as CSV. */
  text: string;
  /** Column → cell, as CSV. */
  translated: ReadonlyMap<string, string>;
  /** By how much the row enlarges the table. */
  htmlLength: number;
}

/**
 * Returns a function that makes the rows of one table. Each row counts with the empty cells that it adds for the
 * languages of other rows, and adds to these.
 */
export function tableRows(): (read: ListedEvent) => TableRow {
  const columns = new Set<string>();
  let before = 0;
  return (read) => {
    const row = tableRow(read);
    const added = [...row.translated.keys()].filter((column) => !columns.has(column));
    for (const column of added) columns.add(column);
    const names = added.join('').length;
    const empty = columns.size + added.length * before++;
    return { ...row, htmlLength: row.htmlLength + names + empty };
  };
}

export function tableRow(read: ListedEvent): TableRow {
  const { id, utc_start_date } = read.event;
  const text = ownCells(read)
    .map(([, cell]) => csvCell(cell))
    .join(',');
  const translated = new Map(
    translatedCells(read.event).map(([column, cell]) => [column, csvCell(cell)]),
  );
  const further = [...translated.values()].reduce((sum, { length }) => sum + length, 0);
  return { id, utc_start_date, text, translated, htmlLength: text.length + further };
}

/** Returns a table as CSV (RFC 4180). It has the columns of those translations that a row has. */
export function csvTable(rows: readonly TableRow[]): string {
  const found = new Set(rows.flatMap(({ translated }) => [...translated.keys()]));
  // By language, then in the order of the other columns.
  const further = [...found].sort(
    (one, other) =>
      compareTexts(languageIn(one), languageIn(other)) || positionIn(one) - positionIn(other),
  );
  const header = [...Object.keys(COLUMNS), ...further].map(csvCell).join(',');
  const lines = rows.map(({ text, translated }) =>
    [text, ...further.map((column) => translated.get(column) ?? '')].join(','),
  );
  return [header, ...lines, ''].join('\r\n');
}

const languageIn = (column: string): string => column.slice(column.indexOf('('));

const positionIn = (column: string): number =>
  Object.values(TRANSLATED_COLUMNS).findIndex((name) => column.startsWith(`${name} (`));

function csvCell(text: string): string {
  const cell = escapeFormula(text);
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A name with a comma stands in quotation marks. */
const listed = (names: readonly string[]): string =>
  names.map((name) => (/,|^"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');

/** Spreadsheets run a text that begins like a formula. */
const escapeFormula = (text: string): string =>
  /^(?:[=+\-@\t\r]|'[=+\-@\t\r'])/.test(text) ? `'${text}` : text;

export const unescapeFormula = (text: string): string =>
  /^'[=+\-@\t\r']/.test(text) ? text.slice(1) : text;
