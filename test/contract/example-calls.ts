import type { ErrorCode } from '../../src/platform/errors';
import type { Fields } from '../support/client';

export const NOW = new Date('2027-03-01T09:00:00Z');

export interface ResourceCalls {
  path: string;
  /** The singular and the plural in operation ids: `Event`, `Events`. */
  kind: string;
  kinds: string;
  /**
   * The `full` one creates the record of the examples, with id 1; the `minimal` one gets id 2. They refer to other
   * records by name, so that an empty calendar accepts them.
   */
  minimal: Fields;
  full: Fields;
  update: Fields;
  /** The query of the recorded list. */
  list: Fields;
  /** A value of each list parameter; together they form a query. */
  parameters: Fields;
  /** A value of each field; together they form a body. */
  fields: Fields;
  /** The parameters of a single record. */
  item: Fields;
  keys: string;
}

/** The UUID of the calendar in examples. */
export const CALENDAR = '3f0c2a5e-8d14-4b6f-9a57-1c2d3e4f5a6b';

/** A placeholder: each response has another token, and no calendar accepts this one. */
export const SYNC_TOKEN = 'MS5wLnYuNy4ycXZwOXRqMWEuNy4ycXZwOXRqMWE';

const DATES = { date: '2027-03-01 09:00:00', date_utc: '2027-03-01 09:00:00' };
const IMAGE = 'https://media.calendar.example/jazz.jpg';

const category = {
  name: 'Jazz',
  slug: 'jazz',
  description: 'Swing, bebop and what came <em>after</em>',
  parent: 0,
};

const tag = { name: 'Open air', description: 'Under the sky, in any weather' };

const venue = {
  venue: 'Stadtpark',
  description: '<p>The stage is at the lake</p>',
  address: 'Otto-Wels-Straße 2',
  city: 'Hamburg',
  country: 'Germany',
  zip: '22303',
  website: 'https://park.calendar.example',
  geo_lat: 53.5966,
  geo_lng: 10.0207,
};

const organizer = {
  organizer: 'Jazz Society',
  phone: '+49 40 555 01 23',
  email: 'jazz@calendar.example',
  website: 'https://jazz.calendar.example',
};

const event = {
  title: 'Jazz in the park',
  description: '<p>Three bands, <strong>one lake</strong></p>',
  start_date: '2027-05-01 19:00:00',
  end_date: '2027-05-01 22:30:00',
  timezone: 'Europe/Berlin',
  image: IMAGE,
  cost: '12 – 20 €',
  website: 'https://jazz.calendar.example/park',
  featured: true,
  categories: ['Jazz', 'Concerts'],
  tags: ['Open air'],
  venue: { venue: 'Stadtpark', address: 'Otto-Wels-Straße 2', city: 'Hamburg' },
  organizer: { organizer: 'Jazz Society', email: 'jazz@calendar.example' },
  custom_fields: { doors: { label: 'Doors', value: '18:00' } },
  is_virtual: true,
  virtual_event_type: 'hybrid',
  virtual_url: 'https://meet.calendar.example/jazz',
  translations: { de: { title: 'Jazz im Park' } },
};

const series = {
  title: 'Jazz night',
  description: '<p>A trio, and whoever joins</p>',
  start_date: '2027-05-04 20:00:00',
  end_date: '2027-05-04 23:00:00',
  timezone: 'Europe/Berlin',
  rrule: 'FREQ=WEEKLY;COUNT=4;BYDAY=TU',
  rdates: ['2027-07-14 20:00:00'],
  exdates: ['2027-05-25 20:00:00'],
  venue: { venue: 'Stadtpark' },
  tags: ['Open air'],
};

/** Of reads. */
const languages = { lang: 'de', translations: true };

const page = {
  page: 1,
  per_page: 15,
  ...languages,
  languages: 'en,de',
  missing_languages: 'fr,it',
};

/** Of bodies; on creation, the language of the texts is the main one. */
const inEnglish = { language: 'en', lang: 'en' };

const termParameters = {
  ...page,
  search: 'e',
  include: [1, 2],
  exclude: [1],
  order: 'desc',
  orderby: 'count',
  hide_empty: false,
  post: 1,
  event: 1,
};

const linkedParameters = {
  ...page,
  event: 1,
  has_events: true,
  only_with_upcoming: true,
  status: 'publish,draft',
  include: [1, 2],
  order: 'asc',
  orderby: 'title',
};

export const CALLS: readonly ResourceCalls[] = [
  {
    path: '/categories',
    kind: 'Category',
    kinds: 'Categories',
    minimal: { name: 'Concerts' },
    full: category,
    update: { description: '' },
    list: { parent: 0, hide_empty: false },
    parameters: { ...termParameters, parent: 0, slug: 'jazz', _fields: 'categories.name,total' },
    fields: { ...category, ...inEnglish, translations: { de: { name: 'Jazzmusik' } } },
    item: { ...languages, id: 1 },
    keys: 'id,name,urls.self',
  },
  {
    path: '/tags',
    kind: 'Tag',
    kinds: 'Tags',
    minimal: { name: 'Free entry' },
    full: tag,
    update: { description: 'Under the open sky' },
    list: { search: 'open' },
    parameters: { ...termParameters, slug: 'open-air,free-entry', _fields: 'tags.name,total' },
    fields: {
      ...tag,
      ...inEnglish,
      slug: 'open-air',
      translations: { de: { name: 'Unter freiem Himmel' } },
    },
    item: { ...languages, id: 1 },
    keys: 'id,name,count',
  },
  {
    path: '/venues',
    kind: 'Venue',
    kinds: 'Venues',
    minimal: { venue: 'Town Hall' },
    full: venue,
    update: { phone: '+49 40 555 01 00', show_map_link: false },
    list: { has_events: true },
    parameters: { ...linkedParameters, search: 'hamburg', _fields: 'venues.venue,total' },
    fields: {
      ...venue,
      ...DATES,
      ...inEnglish,
      translations: { fr: { venue: 'Parc municipal', city: 'Hambourg' } },
      author: 1,
      status: 'publish',
      excerpt: 'A park with a stage',
      slug: 'stadtpark',
      image: IMAGE,
      phone: '+49 40 555 01 00',
      province: 'Hamburg',
      state: 'NY',
      stateprovince: 'Hamburg',
      show_map: 'true',
      show_map_link: 'false',
    },
    item: { ...languages, id: 1, slug: 'stadtpark' },
    keys: 'id,venue,city',
  },
  {
    path: '/organizers',
    kind: 'Organizer',
    kinds: 'Organizers',
    minimal: { organizer: 'City of Hamburg' },
    full: organizer,
    update: { website: null, excerpt: 'Since 1958' },
    list: { event: 1 },
    parameters: { ...linkedParameters, search: 'jazz', _fields: 'organizers.email,total' },
    fields: {
      ...organizer,
      ...DATES,
      ...inEnglish,
      translations: { de: { organizer: 'Jazzgesellschaft' } },
      author: 1,
      status: 'publish',
      description: '<p>Concerts in and around the city</p>',
      excerpt: 'Since 1958',
      slug: 'jazz-society',
      image: IMAGE,
    },
    item: { ...languages, id: 1, slug: 'jazz-society' },
    keys: 'id,organizer,email',
  },
  {
    path: '/events',
    kind: 'Event',
    kinds: 'Events',
    minimal: {
      title: 'Jazz spring',
      start_date: '2027-04-20 19:00:00',
      end_date: '2027-04-20 22:00:00',
    },
    full: event,
    update: { end_date: '2027-05-01 23:00:00', sticky: true, image: null },
    list: { start_date: '2027-05-01', end_date: '2027-05-31', categories: 'jazz' },
    parameters: {
      ...page,
      start_date: '2027-05-01',
      end_date: '2027-05-31 12:00:00',
      starts_before: '2027-05-31T23:59:59+02:00',
      starts_after: '2027-04-30',
      ends_before: '+6 months',
      ends_after: 'now',
      strict_dates: true,
      overlap: true,
      modified_after: '2027-02-01 00:00:00',
      search: 'jazz "one lake"',
      categories: [1, 'jazz'],
      tags: ['open-air', 'Free entry'],
      venue: [1, 2],
      organizer: [2],
      featured: true,
      status: 'publish,draft',
      geoloc: true,
      geoloc_lat: 53.55,
      geoloc_lng: 10,
      geoloc_radius: 25,
      bbox: [9.7, 53.4, 10.3, 53.7],
      include: [1, 2],
      post_parent: 1,
      ticketed: true,
      event_status: 'scheduled,postponed',
      is_virtual: true,
      series: [1],
      in_series: true,
      recurrence_id: '2027-05-04 20:00:00',
      order: 'desc',
      orderby: 'title',
      _fields: 'events.title,events.venue.city,total',
    },
    fields: {
      ...event,
      ...DATES,
      ...inEnglish,
      author: 1,
      status: 'publish',
      excerpt: 'Three bands, one lake',
      slug: 'jazz-in-the-park',
      all_day: false,
      show_map: true,
      show_map_link: true,
      hide_from_listings: false,
      sticky: true,
      venue: [{ venue: 'Stadtpark' }, { venue: 'Landhaus', city: 'Hamburg' }],
      ticketed: true,
      post_parent: 0,
      event_status: 'postponed',
      event_status_reason: 'A storm is forecast',
      previous_start_date: null,
      virtual_show_to: 'everyone',
      uid: 'jazz-2027@tickets.calendar.example',
      series: 0,
      recurrence_id: '2027-05-04 20:00:00',
      overrides: ['venue'],
      password: 'saxophone',
    },
    item: {
      ...languages,
      id: 1,
      slug: 'jazz-in-the-park',
      uid: `1-${CALENDAR}`,
      password: 'saxophone',
    },
    keys: 'id,title,venue.city',
  },
  {
    path: '/series',
    kind: 'Series',
    kinds: 'Series',
    minimal: {
      title: 'Open stage',
      start_date: '2027-05-09 18:00:00',
      end_date: '2027-05-09 21:00:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    },
    full: series,
    update: { excerpt: 'Every Tuesday at eight', exdates: ['2027-05-11'] },
    list: { search: 'jazz' },
    parameters: {
      ...page,
      search: 'jazz',
      event: 3,
      only_with_upcoming: true,
      status: 'publish,draft',
      include: [1, 2],
      order: 'asc',
      orderby: 'title',
      _fields: 'series.title,series.rrule,total',
    },
    fields: {
      ...event,
      ...series,
      ...DATES,
      ...inEnglish,
      translations: { de: { title: 'Jazzabend' } },
      past: true,
      author: 1,
      status: 'publish',
      excerpt: 'Every Tuesday at eight',
      slug: 'jazz-night',
      all_day: false,
      show_map: true,
      show_map_link: true,
      hide_from_listings: false,
      sticky: true,
      ticketed: true,
      post_parent: 0,
      event_status: 'postponed',
      event_status_reason: 'A storm is forecast',
      previous_start_date: null,
      virtual_show_to: 'everyone',
      uid: 'jazz-night@tickets.calendar.example',
      password: 'saxophone',
    },
    item: {
      ...languages,
      id: 1,
      slug: 'jazz-night',
      uid: `s1-${CALENDAR}`,
      password: 'saxophone',
      past: true,
      exceptions: 'keep',
      from: '2027-06-01 20:00:00',
    },
    keys: 'id,title,rrule',
  },
];

export const SPLIT = { from: '2027-05-18 20:00:00', title: 'Jazz night at the lake' };

const calendarParameters: Fields = {
  ...CALLS.find(({ path }) => path === '/events')?.parameters,
  details: 'full',
  overlap: true,
};
for (const name of ['page', 'per_page', 'order', 'orderby', '_fields', 'translations'])
  delete calendarParameters[name];
const feedParameters: Fields = { ...calendarParameters };
delete feedParameters.details;

/** Feeds, recorded after the records were created. */
export const FORMS: readonly {
  operation: string;
  path: string;
  query: Fields;
  /** A value of each parameter; those of `query` are used together. */
  parameters: Fields;
}[] = [
  {
    operation: 'getEventsCalendar',
    path: '/events.ics',
    query: { categories: 'jazz' },
    parameters: calendarParameters,
  },
  {
    operation: 'getEventsMap',
    path: '/events.geojson',
    query: { bbox: '9.7,53.4,10.3,53.7' },
    parameters: feedParameters,
  },
  {
    operation: 'getEventsTable',
    path: '/events.csv',
    query: { categories: 'jazz' },
    parameters: { ...feedParameters, bom: true },
  },
  {
    operation: 'countEvents',
    path: '/events/counts',
    query: { by: 'category' },
    parameters: { ...feedParameters, by: 'category', _fields: 'counts,total' },
  },
  {
    operation: 'getEventsAtom',
    path: '/events.atom',
    query: { categories: 'jazz' },
    parameters: feedParameters,
  },
  {
    operation: 'getEventsJsonFeed',
    path: '/events.feed.json',
    query: { categories: 'jazz' },
    parameters: feedParameters,
  },
  {
    operation: 'getEventCalendar',
    path: '/events/1.ics',
    query: {},
    parameters: { id: 1, password: 'saxophone' },
  },
  {
    operation: 'getEventCalendarBySlug',
    path: '/events/by-slug/jazz-in-the-park.ics',
    query: {},
    parameters: { slug: 'jazz-in-the-park', password: 'saxophone' },
  },
  {
    operation: 'getSeriesCalendar',
    path: '/series/1.ics',
    query: {},
    parameters: { id: 1, password: 'saxophone' },
  },
  {
    operation: 'getSeriesCalendarBySlug',
    path: '/series/by-slug/jazz-night.ics',
    query: {},
    parameters: { slug: 'jazz-night', password: 'saxophone' },
  },
];

/** The root; the example shows one of its routes. */
export const ROOT = {
  query: { _fields: 'namespace,_links,routes./cal/events/v1/doc' },
  parameters: { context: 'view', _fields: 'namespace,routes' },
};

/** The changes; the example shows those of events, a tag and series. */
export const CHANGES = {
  query: { kinds: 'events,tags,series' },
  parameters: {
    sync_token: SYNC_TOKEN,
    kinds: 'events,tags,series',
    per_page: 50,
    scope: 'public',
    records: true,
    ...languages,
    _fields: 'changes.id,sync_token,more',
  },
};

/** A PUT that creates an event by its uid. */
export const PUT_EVENT = {
  parameters: {
    uid: 'quartet-2027@tickets.calendar.example',
    password: 'saxophone',
    _fields: 'id,uid',
  },
  body: {
    title: 'Saxophone quartet',
    start_date: '2027-06-12 20:00:00',
    end_date: '2027-06-12 22:00:00',
  },
};

/** A PUT that creates a series by its uid. */
export const PUT_SERIES = {
  parameters: {
    uid: 'rehearsals-2027@tickets.calendar.example',
    past: false,
    exceptions: 'drop',
    password: 'saxophone',
    _fields: 'id,uid',
  },
  body: {
    title: 'Open rehearsal',
    start_date: '2027-06-07 18:00:00',
    end_date: '2027-06-07 20:00:00',
    rrule: 'FREQ=WEEKLY;COUNT=3',
  },
};

/** A placeholder: each message has another id. */
export const MESSAGE = 'msg_5701bf5f-ea07-4026-812e-a754c3cc9cb1';

const webhook = {
  url: 'https://hooks.calendar.example/events',
  types: ['event.created', 'event.updated', 'event.deleted'],
  scope: 'public',
  description: 'The search index',
};

export const WEBHOOKS = {
  minimal: { url: webhook.url },
  full: webhook,
  update: { types: null, enabled: true },
  fields: { ...webhook, enabled: true },
  item: { id: 1, _fields: 'id,url,enabled' },
  list: { _fields: 'webhooks.id,webhooks.enabled' },
  deliveries: {
    parameters: { id: 1, status: 'delivered', page: 1, per_page: 50, _fields: 'deliveries,more' },
    response: {
      deliveries: [
        {
          message: MESSAGE,
          type: 'event.updated',
          status: 'delivered',
          date_utc: '2027-03-01T09:00:00.000Z',
          next_attempt_utc: null,
          attempts: [{ date_utc: '2027-03-01T09:00:01.000Z', status: 204, error: null }],
        },
      ],
      more: false,
    },
  },
};

export const IMPORT = {
  query: { source: 'tickets.example.org', dry_run: true },
  parameters: { source: 'tickets.example.org', dry_run: true, overwrite: false },
  body: [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Tickets//EN',
    'BEGIN:VEVENT',
    'UID:jazz-2027@tickets.example.org',
    'DTSTAMP:20270101T090000Z',
    'SUMMARY:Jazz in the park',
    'DTSTART;TZID=Europe/Paris:20270501T200000',
    'DTEND;TZID=Europe/Paris:20270501T230000',
    'LOCATION:City Park',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
};

/** Failing requests, sent after the records above were created and deleted. */
export const FAILURES: readonly {
  code: ErrorCode;
  method: string;
  path: string;
  body?: Fields | string;
  /** The media type of the body, unless it is JSON. */
  type?: string;
  headers?: Record<string, string>;
}[] = [
  { code: 'rest-invalid-param', method: 'GET', path: '/events?start_date=2027-02-30&per_page=0' },
  {
    code: 'rest-missing-callback-param',
    method: 'POST',
    path: '/events',
    body: { title: 'Jazz in the park' },
  },
  { code: 'rest-invalid-json', method: 'POST', path: '/tags', body: '{ "name": "Open air' },
  {
    code: 'rest-unsupported-media-type',
    method: 'POST',
    path: '/tags',
    type: 'text/plain',
    body: 'Open air',
  },
  {
    code: 'rest-precondition-failed',
    method: 'PATCH',
    path: '/tags/2',
    headers: { 'If-Match': '"0"' },
    body: { description: 'For all' },
  },
  { code: 'rest-bad-request', method: 'GET', path: '/events/by-slug/%FF' },
  { code: 'rest-no-route', method: 'GET', path: '/events/jazz-in-the-park' },
  { code: 'rest-namespace-not-found', method: 'GET', path: '?namespace=wp/v2' },
  {
    code: 'rest-body-too-large',
    method: 'POST',
    path: '/tags',
    body: { name: 'a'.repeat(3_000_000) },
  },
  { code: 'event-password-protected', method: 'GET', path: '/events/13' },
  { code: 'series-password-protected', method: 'GET', path: '/series/4' },
  { code: 'event-not-found', method: 'GET', path: '/events/999' },
  { code: 'series-not-found', method: 'GET', path: '/series/999' },
  { code: 'venue-not-found', method: 'GET', path: '/venues/999' },
  { code: 'organizer-not-found', method: 'GET', path: '/organizers/999' },
  { code: 'category-not-found', method: 'GET', path: '/categories/999' },
  { code: 'tag-not-found', method: 'GET', path: '/tags/999' },
  { code: 'event-archive-page-not-found', method: 'GET', path: '/events?page=99' },
  { code: 'series-archive-page-not-found', method: 'GET', path: '/series?page=99' },
  { code: 'venue-archive-page-not-found', method: 'GET', path: '/venues?page=99' },
  { code: 'organizer-archive-page-not-found', method: 'GET', path: '/organizers?page=99' },
  { code: 'term-exists', method: 'POST', path: '/tags', body: { name: 'Free entry' } },
  { code: 'webhook-not-found', method: 'GET', path: '/webhooks/999' },
  { code: 'delivery-not-found', method: 'POST', path: `/webhooks/2/deliveries/${MESSAGE}/retry` },
  {
    code: 'import-unreadable',
    method: 'POST',
    path: '/imports?source=tickets.example.org',
    type: 'text/csv',
    body: 'Title,Date\nJazz in the park,2027-05-01\n',
  },
  {
    code: 'import-too-large',
    method: 'POST',
    path: '/imports?source=tickets.example.org',
    type: 'text/csv',
    body: `Event Name,Event Start Date\n${'Jazz,2027-05-01\n'.repeat(1001)}`,
  },
  { code: 'sync-token-expired', method: 'GET', path: `/changes?sync_token=${SYNC_TOKEN}` },
  { code: 'event-trashed', method: 'DELETE', path: '/events/1' },
  { code: 'series-trashed', method: 'DELETE', path: '/series/1' },
  { code: 'venue-trashed', method: 'DELETE', path: '/venues/1' },
  { code: 'organizer-trashed', method: 'DELETE', path: '/organizers/1' },
];
