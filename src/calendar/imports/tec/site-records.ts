import { readableText } from '../../../platform/texts';
import { SENT_STATUSES, type SentStatus, VIRTUAL_TYPES } from '../../events';
import type { ImportItem, Reference, RejectedItem } from '../import-source';
import { httpUrl, mailAddress } from '../foreign-values';

/** Any value may be missing or of another type. */
export type SiteRecord = Record<string, unknown>;

/** The id of each event that everybody can read → its link to join; empty without one. */
export type PublicLinks = ReadonlyMap<string, string>;

/** From here on, ids of occurrences of recurring events are provisional and may change. */
export const PROVISIONAL_IDS = 10_000_000;

/** Such as `<host>?id=<id>`, without quotation marks and backslashes. */
const GLOBAL_ID = /^[!#-[\]-~]{1,150}$/;
const GLOBAL_IDS_MAX = 10;

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

/** By their names in schema.org. */
const EVENT_STATUSES: ReadonlyMap<string, SentStatus> = new Map([
  ['EventScheduled', 'scheduled'],
  ['EventRescheduled', 'scheduled'],
  ['EventCancelled', 'canceled'],
  ['EventPostponed', 'postponed'],
  ['EventMovedOnline', 'moved-online'],
]);

/** The site has an object, a list of objects, or `[]` and `false` without any. */
export const recordsIn = (value: unknown): SiteRecord[] =>
  [value]
    .flat()
    .filter((one): one is SiteRecord => typeof one === 'object' && one !== null)
    .filter((one) => idOf(one) !== '');

export function idOf({ id }: SiteRecord): string {
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? String(number) : '';
}

/** The site encodes entities in texts of one line. */
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? readableText(String(value)) : '';

const html = (value: unknown): string => (typeof value === 'string' ? value : '');

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** Drafts have no date. */
function publication({ date_utc }: SiteRecord): { date_utc?: string } {
  const date = plain(date_utc);
  return /^(?!0000)\d{4}-/.test(date) ? { date_utc: date } : {};
}

function imageOf({ image }: SiteRecord): object | null {
  if (typeof image !== 'object' || image === null || Array.isArray(image)) return null;
  return image;
}

const common = (record: SiteRecord): Record<string, unknown> => ({
  author: plain(record.author) || null,
  status: STATUSES.find((status) => status === record.status) ?? 'publish',
  slug: plain(record.slug),
  description: html(record.description),
  excerpt: html(record.excerpt),
  image: imageOf(record),
  ...publication(record),
});

/** Without a website, the site has the address of the record's own page. */
const websiteOf = ({ website, url }: SiteRecord): string | null =>
  plain(website) === plain(url) ? null : httpUrl(plain(website));

function item(
  kind: ImportItem['kind'],
  record: SiteRecord,
  title: string,
  fields: Record<string, unknown>,
  references?: Record<string, Reference>,
): ImportItem {
  const id = idOf(record);
  return {
    kind,
    id,
    recordId: Number(id),
    lineage: lineageOf(record),
    at: `${kind}/${id} "${title}"`,
    fields,
    ...(references && { references }),
  };
}

/** Limits number and length, and leaves texts of another form out. */
function lineageOf({ global_id_lineage }: SiteRecord): string[] | undefined {
  const ids = [global_id_lineage ?? []]
    .flat()
    .filter((id): id is string => typeof id === 'string' && GLOBAL_ID.test(id));
  return ids.length > 0 ? ids.slice(0, GLOBAL_IDS_MAX) : undefined;
}

export function termItem(kind: 'categories' | 'tags', record: SiteRecord): ImportItem {
  const name = plain(record.name);
  const parent = Number(record.parent);
  const fields = { name, slug: plain(record.slug), description: plain(record.description) };
  const references =
    kind === 'categories' && parent > 0
      ? { parent: { kind: 'categories' as const, ids: String(parent) } }
      : undefined;
  return item(kind, record, name, fields, references);
}

export function venueItem(record: SiteRecord): ImportItem {
  const venue = plain(record.venue);
  const texts = [
    'address',
    'city',
    'country',
    'province',
    'state',
    'zip',
    'phone',
    'stateprovince',
  ];
  const [lat, lng] = [record.geo_lat, record.geo_lng].map((value) => Number(value ?? NaN));
  const isLocated = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return item('venues', record, venue, {
    ...common(record),
    ...Object.fromEntries(texts.map((name) => [name, plain(record[name])])),
    venue,
    website: websiteOf(record),
    geo_lat: isLocated ? lat : null,
    geo_lng: isLocated ? lng : null,
    show_map: flag(record.show_map),
    show_map_link: flag(record.show_map_link),
  });
}

export function organizerItem(record: SiteRecord): ImportItem {
  const organizer = plain(record.organizer);
  return item('organizers', record, organizer, {
    ...common(record),
    organizer,
    phone: plain(record.phone),
    website: websiteOf(record),
    email: mailAddress(plain(record.email)),
  });
}

/** The site shows no flags of an event that a password protects. */
export const isProtected = ({ featured }: SiteRecord): boolean => featured === null;

export const linkOf = ({ virtual_url }: SiteRecord): string => plain(virtual_url);

/**
 * Returns an event, or why it cannot be imported.
 *
 * @param links if the site shows users of the key more than everybody
 */
export function eventItem(record: SiteRecord, links?: PublicLinks): ImportItem | RejectedItem {
  const title = plain(record.title);
  const ids = (value: unknown): string[] => recordsIn(value).map(idOf);
  const event = item(
    'events',
    record,
    title,
    {
      ...common(record),
      title,
      all_day: flag(record.all_day),
      start_date: plain(record.start_date),
      end_date: plain(record.end_date),
      timezone: plain(record.timezone) || null,
      cost: plain(record.cost),
      website: websiteOf(record),
      show_map: flag(record.show_map),
      show_map_link: flag(record.show_map_link),
      hide_from_listings: flag(record.hide_from_listings),
      sticky: flag(record.sticky),
      featured: flag(record.featured),
      custom_fields: customFieldsOf(record),
      ...additionsOf(record),
      ...readersOf(record, links),
    },
    {
      categories: { kind: 'categories', ids: ids(record.categories) },
      tags: { kind: 'tags', ids: ids(record.tags) },
      venue: { kind: 'venues', ids: ids(record.venue) },
      organizer: { kind: 'organizers', ids: ids(record.organizer) },
    },
  );
  const isRetained =
    links !== undefined && !links.has(event.id) && event.fields.status === 'publish';
  if (isProtected(record) || isRetained)
    return {
      at: event.at,
      reason: `${isRetained ? 'is not in the public list of the site, and may be' : 'is'} protected by a password; remove the password on the site, and import again`,
      known: { kind: 'events', id: event.id },
    };
  const url = plain(record.url);
  return Number(event.id) >= PROVISIONAL_IDS && url !== '' ? { ...event, id: url } : event;
}

/** Returns fields with a label and a value; without any, the site has `[]`. */
function customFieldsOf({ custom_fields }: SiteRecord): object | null {
  if (typeof custom_fields !== 'object' || custom_fields === null || Array.isArray(custom_fields))
    return null;
  const fields = Object.entries(custom_fields as SiteRecord).flatMap(([name, field]) => {
    const { label, value } = (field ?? {}) as SiteRecord;
    return typeof label === 'string' && typeof value !== 'object' ? [[name, { label, value }]] : [];
  });
  return Object.fromEntries(fields) as object;
}

/** Only some sites send these fields; others keep their values here. */
function additionsOf(record: SiteRecord): Record<string, unknown> {
  const event_status = eventStatusOf(record);
  const fields = {
    event_status_reason: plain(record.event_status_reason),
    is_virtual: flag(record.is_virtual),
    virtual_event_type: VIRTUAL_TYPES.find((type) => type === record.virtual_event_type) ?? null,
    virtual_url: httpUrl(plain(record.virtual_url)),
    ticketed: flag(record.ticketed),
  };
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => name in record)),
    ...(event_status !== undefined && { event_status }),
    ...(event_status === 'moved-online' && { is_virtual: true }),
  };
}

/** Hides a link that not everybody can read on the site. */
function readersOf(record: SiteRecord, links: PublicLinks | undefined): Record<string, unknown> {
  const link = linkOf(record);
  if (!links || link === '') return {};
  return { virtual_show_to: links.get(idOf(record)) === link ? 'everyone' : 'editors' };
}

/** Falls back to the status in the structured data. */
function eventStatusOf({ event_status, json_ld }: SiteRecord): SentStatus | undefined {
  const sent = SENT_STATUSES.find((status) => status === event_status);
  const { eventStatus } = ([json_ld].flat()[0] ?? {}) as SiteRecord;
  const inSchema = plain(eventStatus).split('/').at(-1) ?? '';
  const unset = event_status === undefined ? undefined : 'scheduled';
  return sent ?? EVENT_STATUSES.get(inSchema) ?? unset;
}
