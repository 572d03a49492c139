import { insertRows, type Transaction } from '../../platform/database';
import { nameKey, searchable } from '../../platform/texts';
import { wholeSecond } from '../records';
import { EventText } from './event-link.entity';
import { type EventLinks, insertLinks, uncountTerms, updateLinks } from './event-links';
import { Event } from './event.entity';

/** The columns of an event that its writer decides; the others follow from them. */
export type EventValues = Omit<Event, 'id' | 'version' | 'listed_start' | 'title_key'>;

export interface NewEvent {
  values: EventValues;
  links: EventLinks;
}

/** Slugs that are looked up at once. */
const ROWS_MAX = 500;

/** The start of an event that the list shows, else null. */
function listedStart({ status, hide_from_listings, start_utc }: EventValues): Date | null {
  return status === 'publish' && !hide_from_listings ? start_utc : null;
}

/** The password keeps the texts from those who search, too. */
function searchText({ title, description, excerpt, password_hash }: EventValues): string {
  return password_hash === null ? searchable(title, description, excerpt) : searchable(title);
}

/** Adds events with their links, texts and counts. @returns their ids, in the same order */
export async function insertEvents(
  transaction: Transaction,
  events: readonly NewEvent[],
): Promise<number[]> {
  const { manager } = transaction;
  const ids: number[] = [];
  for (let start = 0; start < events.length; start += ROWS_MAX) {
    const rows = events.slice(start, start + ROWS_MAX).map(({ values }) => ({
      ...values,
      version: 1,
      title_key: nameKey(values.title),
      listed_start: listedStart(values),
    }));
    await insertRows(transaction, Event, rows);
    // Not every cluster numbers the rows of one statement one by one: the slugs tell the ids.
    const stored = await manager
      .createQueryBuilder(Event, 'event')
      .select('event.id', 'id')
      .addSelect('event.slug', 'slug')
      .where('event.slug IN (:...slugs)', { slugs: rows.map(({ slug }) => slug) })
      .getRawMany<{ id: number; slug: string }>();
    const idOf = new Map(stored.map(({ id, slug }) => [slug, id]));
    ids.push(...rows.map(({ slug }) => idOf.get(slug) ?? 0));
    await insertRows(
      transaction,
      EventText,
      rows.map((row) => ({
        start_utc: row.start_utc,
        event_id: idOf.get(row.slug) ?? 0,
        content: searchText(row),
      })),
    );
  }
  await insertLinks(
    transaction,
    events.map(({ values, links }, place) => ({
      event: { ...values, id: ids[place], listed_start: listedStart(values) },
      links,
    })),
  );
  return ids;
}

/** Writes an event back, with what its links, texts and counts carry of it. */
export async function updateEvent(
  transaction: Transaction,
  before: { event: Event; links: EventLinks },
  after: NewEvent,
): Promise<void> {
  const { manager } = transaction;
  const { id } = before.event;
  const event = {
    ...after.values,
    id,
    version: before.event.version + 1,
    title_key: nameKey(after.values.title),
    listed_start: listedStart(after.values),
  };
  await manager.update(Event, id, event);
  const content = searchText(after.values);
  if (
    content !== searchText(before.event) ||
    event.start_utc.getTime() !== before.event.start_utc.getTime()
  )
    await manager.update(EventText, { event_id: id }, { start_utc: event.start_utc, content });
  await updateLinks(transaction, before, { event, links: after.links });
}

/** Deletes an event for good; what refers to it goes with it. */
export async function deleteEvent(
  transaction: Transaction,
  before: { event: Event; links: EventLinks },
  now: Date,
): Promise<void> {
  const { manager } = transaction;
  const { id } = before.event;
  // The foreign key would do the same, and tell nobody that the children have changed.
  const modified_utc = wholeSecond(now);
  await manager.update(Event, { post_parent: id }, { post_parent: null, modified_utc });
  await manager.delete(Event, id);
  await uncountTerms(transaction, before);
}
