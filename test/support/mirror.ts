import type { Mirror } from '../../examples/recipes/mirror';
import type { Client, Fields } from './client';
import { without } from './resource-tests';

const ALWAYS = { start_date: '0001-01-02', end_date: '9999-12-30' };

/** `events 7` → the record, as the mirror stores it. */
export async function listed(client: Client): Promise<Map<string, Fields>> {
  const records = new Map<string, Fields>();
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'])
    for (let page = 1; ; page++) {
      const query = {
        page,
        per_page: 50,
        ...(kind === 'events' && ALWAYS),
        ...((kind === 'categories' || kind === 'tags') && { hide_empty: false }),
      };
      const { status, body } = await client.get<Record<string, Fields[]>>(`/${kind}`, query);
      if (status !== 200) throw new Error(`GET /${kind}: ${status} ${JSON.stringify(body)}`);
      for (const record of body[kind]) records.set(`${kind} ${String(record.id)}`, plain(record));
      if (page >= Number(body.total_pages)) break;
    }
  return records;
}

export const mirrored = (mirror: Mirror): Map<string, Fields> =>
  new Map(
    [...mirror.records].map(([key, record]) => {
      if (!key.startsWith('events ')) return [key, plain(record)];
      const event = plain(mirror.event(Number(record.id)) ?? {});
      const outdated = linkedOutsideOf(mirror, record);
      return [key, outdated.length > 0 ? { ...event, outdated } : event];
    }),
  );

/** Venues and organizers that the mirror lacks. */
const linkedOutsideOf = ({ records }: Mirror, { venue, organizer }: Fields): string[] =>
  Object.entries({ venues: venue, organizers: organizer })
    .flatMap(([kind, linked]) =>
      ([linked].flat() as Fields[]).map(({ id }) => `${kind} ${String(id)}`),
    )
    .filter((key) => !records.has(key));

/** Counts and name order of terms change without a write of the record. */
function plain(fields: Fields): Fields {
  const record = without(fields, 'count');
  if (!('start_date' in record)) return record;
  const byId = (one: Fields, other: Fields): number => Number(one.id) - Number(other.id);
  const terms = (linked: unknown): Fields[] => (linked as Fields[]).map(plain).sort(byId);
  return {
    ...record,
    venue: [record.venue].flat(),
    categories: terms(record.categories),
    tags: terms(record.tags),
  };
}
