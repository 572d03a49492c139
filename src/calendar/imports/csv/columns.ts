import type { ImportedKind } from '../import-source';

export type CellReader = (...names: string[]) => string;

export interface TableKind {
  kind: ImportedKind;
  /** The first one decides the kind of the table. */
  required: readonly string[];
  /** Identifies a row in the reasons of rejections. */
  knownBy: string;
  /** Field → its column, for the reasons of rejections. */
  names: Readonly<Record<string, string>>;
  columns: readonly string[];
  /** Returns only fields of columns that the table has: others stay as they are. */
  fields: (cell: CellReader, has: (name: string) => boolean) => Record<string, unknown>;
}

interface Column {
  /** The reasons of rejections name the first one. */
  names: readonly string[];
  read: (cell: CellReader) => unknown;
}

function tableOf(
  kind: Omit<TableKind, 'names' | 'columns' | 'fields'>,
  columns: Readonly<Record<string, Column>>,
): TableKind {
  const entries = Object.entries(columns);
  return {
    ...kind,
    names: Object.fromEntries(entries.map(([field, { names }]) => [field, names[0]])),
    columns: entries.flatMap(([, { names }]) => names),
    fields: (cell, has) => {
      const values = entries
        .filter(([, { names }]) => names.some(has))
        .map(([field, { read }]) => [field, read(cell)] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    },
  };
}

const column =
  (read: (text: string) => unknown) =>
  (...names: string[]): Column => ({ names, read: (cell) => read(cell(...names)) });

/** Spreadsheets write booleans in their language, and in capitals. */
const BOOLEANS = new Map([
  ['wahr', 'true'],
  ['vrai', 'true'],
  ['falsch', 'false'],
  ['faux', 'false'],
]);

function english(flag: string): string {
  const word = flag.toLowerCase();
  return BOOLEANS.get(word) ?? word;
}

const QUOTED = /^"(?:[^"]|"")*"$/;

const unquoted = (name: string): string =>
  QUOTED.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;

/** A name with commas stands in quotation marks. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let marks = 0;
  for (const piece of text.split(',')) {
    const isWithin = marks % 2 === 1;
    if (isWithin) parts.push(`${parts.pop()},${piece}`);
    else parts.push(piece);
    const isQuoted = isWithin || piece.trimStart().startsWith('"');
    marks = isQuoted ? (isWithin ? marks : 0) + piece.split('"').length - 1 : 0;
  }
  return parts.map((part) => unquoted(part.trim())).filter(Boolean);
}

const text = column((cell) => cell);
const optional = column((cell) => cell || null);
const flag = column((cell) => english(cell) || null);
const list = column(partsOf);
const venue = column((cell) => (partsOf(cell).length > 0 ? [{ venue: cell }] : []));
const organizers = column((cell) => partsOf(cell).map((organizer) => ({ organizer })));

/** The plugin has no columns for these fields. */
const ownText = column((cell) => cell || undefined);
const ownFlag = column((cell) => english(cell) || undefined);
const status = column((cell) => cell || 'publish');

const apart = (...names: string[]): Column => ({ names, read: () => undefined });

/** `25` with `$` is `$25`. */
function costOf(cell: CellReader): string {
  const cost = cell('Event Cost');
  const symbol = cell('Event Currency Symbol');
  if (symbol === '' || !/^[\d.,]+$/.test(cost) || Number(cost) === 0) return cost;
  const isAfter = /^(?:suffix|postfix|after|1)$/i.test(cell('Event Currency Position'));
  return isAfter ? cost + symbol : symbol + cost;
}

const EVENTS = tableOf(
  { kind: 'events', required: ['Event Name', 'Event Start Date'], knownBy: 'name and start' },
  {
    title: text('Event Name'),
    description: text('Event Description'),
    excerpt: text('Event Excerpt'),
    timezone: optional('Event Time Zone', 'Timezone', 'Event Timezone'),
    all_day: flag('All Day Event'),
    hide_from_listings: flag(
      'Hide Event From Event Listings',
      'Hide from Event Listings',
      'Hide From Listings',
      'Hide',
    ),
    sticky: flag('Event Sticky in Month View', 'Sticky in Month View'),
    featured: flag('Feature Event', 'Featured Event'),
    venue: venue('Event Venue Name'),
    organizer: organizers(
      'Event Organizer Name(s) or ID(s)',
      'Event Organizer Name(s)',
      'Event Organizer Name',
      'Event Organizers',
    ),
    show_map: flag('Event Show Map'),
    show_map_link: flag('Event Show Map Link'),
    cost: {
      names: ['Event Cost', 'Event Currency Symbol', 'Event Currency Position'],
      read: (cell) => costOf(cell),
    },
    categories: list('Event Category', 'Event Categories'),
    tags: list('Event Tags'),
    website: text('Event Website'),
    image: optional('Event Featured Image'),
    status: status('status'),
    event_status: ownText('event_status'),
    event_status_reason: ownText('event_status_reason'),
    is_virtual: ownFlag('is_virtual'),
    slug: ownText('slug'),
    ticketed: ownFlag('ticketed'),
    virtual_event_type: ownText('virtual_event_type'),
    virtual_url: ownText('virtual_url'),
    virtual_show_to: ownText('virtual_show_to'),
    date_utc: ownText('date_utc'),
    start_date: apart('Event Start Date', 'Event Start Time'),
    end_date: apart('Event End Date', 'Event End Time'),
    uid: ownText('uid'),
  },
);

const REGION = 'Venue State/Province';
const US = /^(?:us|usa|u\.s\.|u\.s\.a\.|united states(?: of america)?)$/i;
const isInUs = (cell: CellReader): boolean => US.test(cell('Venue Country'));

const VENUES = tableOf(
  { kind: 'venues', required: ['Venue Name'], knownBy: 'name' },
  {
    venue: text('Venue Name'),
    description: text('Venue Description'),
    address: {
      names: ['Venue Address', 'Venue Address 2'],
      read: (cell) => [cell('Venue Address'), cell('Venue Address 2')].filter(Boolean).join(', '),
    },
    city: text('Venue City'),
    country: text('Venue Country'),
    state: { names: [REGION], read: (cell) => (isInUs(cell) ? cell(REGION) : '') },
    province: { names: [REGION], read: (cell) => (isInUs(cell) ? '' : cell(REGION)) },
    zip: text('Venue Zip'),
    phone: text('Venue Phone'),
    website: text('Venue Website', 'Venue URL'),
    image: optional('Venue Featured Image'),
    geo_lat: optional('Venue Latitude'),
    geo_lng: optional('Venue Longitude'),
    show_map: flag('Venue Show Map', 'Show Google Map'),
    show_map_link: flag('Venue Show Map Link', 'Show Google Maps Link'),
  },
);

const ORGANIZERS = tableOf(
  { kind: 'organizers', required: ['Organizer Name'], knownBy: 'name' },
  {
    organizer: text('Organizer Name'),
    description: text('Organizer Description'),
    email: text('Organizer Email'),
    website: text('Organizer Website'),
    phone: text('Organizer Phone'),
    image: optional('Organizer Featured Image'),
  },
);

export const TABLE_KINDS: readonly TableKind[] = [EVENTS, VENUES, ORGANIZERS];
