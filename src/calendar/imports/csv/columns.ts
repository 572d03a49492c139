import type { ImportedKind } from '../import-source';

/** Returns the cell of a column by one of its names; empty without it. */
export type CellReader = (...names: string[]) => string;

/** How the rows of a table become records. */
export interface TableKind {
  kind: ImportedKind;
  /** The columns that the table must have; the first one tells the kind of the table. */
  required: readonly string[];
  /** What identifies a row, for the reasons of rejections. */
  knownBy: string;
  /** Field → its column, for the reasons of rejections. */
  names: Readonly<Record<string, string>>;
  fields: (cell: CellReader) => Record<string, unknown>;
}

const ORGANIZERS = [
  'Event Organizer Name(s) or ID(s)',
  'Event Organizer Name(s)',
  'Event Organizer Name',
  'Event Organizers',
];

/** Spreadsheets write booleans in their language; the API reads the English ones. */
const BOOLEANS = new Map([
  ['wahr', 'true'],
  ['vrai', 'true'],
  ['falsch', 'false'],
  ['faux', 'false'],
]);

const optional = (text: string): string | null => (text === '' ? null : text);

const flag = (text: string): string | null => optional(BOOLEANS.get(text.toLowerCase()) ?? text);

/** The fields of an event whose columns have the names of the fields: the plugin has no columns for them. */
const OWN_FIELDS = {
  event_status: optional,
  event_status_reason: optional,
  is_virtual: flag,
  slug: optional,
  status: optional,
  ticketed: flag,
  virtual_event_type: optional,
  virtual_url: optional,
};

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Returns the cost with its currency: `25` with `$` is `$25`. */
function costOf(cell: CellReader): string {
  const cost = cell('Event Cost');
  const symbol = cell('Event Currency Symbol');
  if (symbol === '' || !/^[\d.,]+$/.test(cost) || Number(cost) === 0) return cost;
  const isAfter = /^(?:suffix|postfix|after|1)$/i.test(cell('Event Currency Position'));
  return isAfter ? cost + symbol : symbol + cost;
}

function ownFields(cell: CellReader): Record<string, unknown> {
  const sent = Object.entries(OWN_FIELDS).map(([name, read]) => [name, read(cell(name))] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== null));
}

const EVENTS: TableKind = {
  kind: 'events',
  required: ['Event Name', 'Event Start Date'],
  knownBy: 'name and start',
  names: {
    title: 'Event Name',
    description: 'Event Description',
    excerpt: 'Event Excerpt',
    start_date: 'Event Start Date',
    end_date: 'Event End Date',
    timezone: 'Event Time Zone',
    all_day: 'All Day Event',
    hide_from_listings: 'Hide Event From Event Listings',
    sticky: 'Event Sticky in Month View',
    featured: 'Feature Event',
    venue: 'Event Venue Name',
    organizer: ORGANIZERS[0],
    show_map: 'Event Show Map',
    show_map_link: 'Event Show Map Link',
    cost: 'Event Cost',
    categories: 'Event Category',
    tags: 'Event Tags',
    website: 'Event Website',
    image: 'Event Featured Image',
  },
  fields: (cell) => ({
    title: cell('Event Name'),
    description: cell('Event Description'),
    excerpt: cell('Event Excerpt'),
    timezone: optional(cell('Event Time Zone', 'Timezone', 'Event Timezone')),
    all_day: flag(cell('All Day Event')),
    hide_from_listings: flag(cell('Hide Event From Event Listings', 'Hide from Event Listings')),
    sticky: flag(cell('Event Sticky in Month View', 'Sticky in Month View')),
    featured: flag(cell('Feature Event', 'Featured Event')),
    venue: list(cell('Event Venue Name')).length > 0 ? [{ venue: cell('Event Venue Name') }] : [],
    organizer: list(cell(...ORGANIZERS)).map((organizer) => ({ organizer })),
    show_map: flag(cell('Event Show Map')),
    show_map_link: flag(cell('Event Show Map Link')),
    cost: costOf(cell),
    categories: list(cell('Event Category', 'Event Categories')),
    tags: list(cell('Event Tags')),
    website: cell('Event Website'),
    image: optional(cell('Event Featured Image')),
    status: 'publish',
    ...ownFields(cell),
  }),
};

const US = /^(?:us|usa|u\.s\.|u\.s\.a\.|united states(?: of america)?)$/i;

const VENUES: TableKind = {
  kind: 'venues',
  required: ['Venue Name'],
  knownBy: 'name',
  names: {
    venue: 'Venue Name',
    description: 'Venue Description',
    address: 'Venue Address',
    city: 'Venue City',
    country: 'Venue Country',
    state: 'Venue State/Province',
    province: 'Venue State/Province',
    zip: 'Venue Zip',
    phone: 'Venue Phone',
    website: 'Venue Website',
    image: 'Venue Featured Image',
    geo_lat: 'Venue Latitude',
    geo_lng: 'Venue Longitude',
    show_map: 'Venue Show Map',
    show_map_link: 'Venue Show Map Link',
  },
  fields: (cell) => {
    const region = cell('Venue State/Province');
    const isInUs = US.test(cell('Venue Country'));
    return {
      venue: cell('Venue Name'),
      description: cell('Venue Description'),
      address: [cell('Venue Address'), cell('Venue Address 2')].filter(Boolean).join(', '),
      city: cell('Venue City'),
      country: cell('Venue Country'),
      state: isInUs ? region : '',
      province: isInUs ? '' : region,
      zip: cell('Venue Zip'),
      phone: cell('Venue Phone'),
      website: cell('Venue Website', 'Venue URL'),
      image: optional(cell('Venue Featured Image')),
      geo_lat: optional(cell('Venue Latitude')),
      geo_lng: optional(cell('Venue Longitude')),
      show_map: flag(cell('Venue Show Map', 'Show Google Map')),
      show_map_link: flag(cell('Venue Show Map Link', 'Show Google Maps Link')),
      status: 'publish',
    };
  },
};

const ORGANIZER_TABLE: TableKind = {
  kind: 'organizers',
  required: ['Organizer Name'],
  knownBy: 'name',
  names: {
    organizer: 'Organizer Name',
    description: 'Organizer Description',
    email: 'Organizer Email',
    website: 'Organizer Website',
    phone: 'Organizer Phone',
    image: 'Organizer Featured Image',
  },
  fields: (cell) => ({
    organizer: cell('Organizer Name'),
    description: cell('Organizer Description'),
    email: cell('Organizer Email'),
    website: cell('Organizer Website'),
    phone: cell('Organizer Phone'),
    image: optional(cell('Organizer Featured Image')),
    status: 'publish',
  }),
};

export const TABLE_KINDS: readonly TableKind[] = [EVENTS, VENUES, ORGANIZER_TABLE];
