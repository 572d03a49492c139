import { isDeepStrictEqual } from 'node:util';
import {
  type Entry,
  type Journal,
  type Kind,
  KINDS,
  LINK_FIELDS,
  type LinkField,
  LINKS,
} from './journal';
import { chunks, isTerm, type Reader } from './reader';
import type { Returned } from './records';

/** Lists by a single link use another query. */
const SINGLE_LISTS = 3;

/**
 * Compares lists by venue, organizer and term, counts of terms, searches, and totals with the events. Determines the
 * state of every record that it reads.
 *
 * @param records the records read, as the service returned them
 * @param mark the word to search for; without it, all words are searched and all lists are read to the end
 */
export async function checkDerivedData(
  journal: Journal,
  reader: Reader,
  records: ReadonlyMap<Entry, Returned>,
  mark?: string,
): Promise<string[]> {
  const marks = mark === undefined ? marksOf(journal) : [mark];
  const faults = await Promise.all([
    ...LINK_FIELDS.map((field) => {
      const linked = [...records.keys()].filter(
        ({ kind, isLive }) => kind === LINKS[field] && isLive,
      );
      return checkLinks(field, linked, publishedBy(journal, field), reader, records);
    }),
    checkSearches(marks, journal, reader),
    ...KINDS.map((kind) => checkNumber(kind, journal, reader, mark === undefined)),
  ]);
  return faults.flat();
}

/** Searches for one word after the other: after many rounds they would wait too long for each other. */
async function checkSearches(
  words: readonly string[],
  journal: Journal,
  reader: Reader,
): Promise<string[]> {
  const faults: string[] = [];
  for (const word of words) {
    const wanted = journal.of('events').filter((event) => textOf(event).includes(`${word} `));
    const found = await reader.search(word);
    faults.push(...difference(`The search for ${word}`, sorted(found), sorted(idsOf(wanted))));
  }
  return faults;
}

/** @param readsAll whether to read the whole list even when the total is right */
async function checkNumber(
  kind: Kind,
  journal: Journal,
  reader: Reader,
  readsAll: boolean,
): Promise<string[]> {
  const existing = journal.of(kind).filter(({ state }) => state !== null);
  const total = await reader.total(kind);
  if (total === existing.length && !readsAll) return [];
  const faults: string[] = [];
  const known = new Set(existing.map(({ slug }) => slug));
  for (const { slug } of await reader.all(kind))
    if (!known.delete(slug)) faults.push(`${kind}/${slug} is unknown or a duplicate.`);
  for (const slug of known) faults.push(`${kind}/${slug} is in no list.`);
  return faults;
}

/** The published events by linked record, in list order. */
function publishedBy(journal: Journal, field: LinkField): Map<Entry, Entry[]> {
  const by = new Map<Entry, Entry[]>();
  for (const event of journal.of('events')) {
    if (event.state?.fields.status !== 'publish') continue;
    for (const linked of event.state.links?.[field] ?? []) {
      const events = by.get(linked);
      if (events) events.push(event);
      else by.set(linked, [event]);
    }
  }
  return by;
}

async function checkLinks(
  field: LinkField,
  linked: readonly Entry[],
  published: ReadonlyMap<Entry, readonly Entry[]>,
  reader: Reader,
  records: ReadonlyMap<Entry, Returned>,
): Promise<string[]> {
  const kind = LINKS[field];
  const faults: string[] = [];
  const eventsOf = (entry: Entry): readonly Entry[] => published.get(entry) ?? [];
  const busiest = [...linked].sort((a, b) => eventsOf(b).length - eventsOf(a).length);
  const lists = [...chunks(linked), ...busiest.slice(0, SINGLE_LISTS).map((entry) => [entry])];
  const checkList = async (entries: readonly Entry[]): Promise<void> => {
    const events = new Set(entries.flatMap(eventsOf));
    const { found, total } = await reader.linkedTo(field, idsOf(entries));
    const wanted = idsOf([...events].sort(byDate));
    faults.push(...difference(`The list of events by ${field}`, found, wanted));
    if (total !== wanted.length)
      faults.push(`The total of events by ${field} is ${total} instead of ${wanted.length}.`);
  };
  await Promise.all(lists.map(checkList));
  if (isTerm(kind)) {
    for (const entry of linked) {
      const count = records.get(entry)?.count;
      const wanted = eventsOf(entry).length;
      if (count !== wanted)
        faults.push(`${kind}/${entry.slug} has the count ${String(count)} instead of ${wanted}.`);
    }
    return faults;
  }
  for (const chunk of chunks(linked)) {
    const wanted = idsOf(chunk.filter((entry) => published.has(entry)));
    const include = idsOf(chunk).join();
    const found = await reader.ids(kind, { include, has_events: 'true', orderby: 'id' });
    faults.push(...difference(`The ${kind} with events`, sorted(found), sorted(wanted)));
  }
  return faults;
}

/** The marks of the last write of every existing event. */
function marksOf(journal: Journal): string[] {
  const marks = journal.of('events').map((event) => /mark\d+z/.exec(textOf(event))?.[0]);
  return [...new Set(marks.filter((mark) => mark !== undefined))];
}

const textOf = ({ state }: Entry): string => (state?.fields.description ?? '') as string;

const idsOf = (entries: readonly Entry[]): number[] => entries.map(({ id }) => id ?? 0);

const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

function byDate(a: Entry, b: Entry): number {
  const [left, right] = [a, b].map(({ state }) => String(state?.fields.start_date));
  return left.localeCompare(right) || (a.id ?? 0) - (b.id ?? 0);
}

function difference(list: string, found: readonly number[], wanted: readonly number[]): string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  const missing = wanted.filter((id) => !found.includes(id));
  const surplus = found.filter((id) => !wanted.includes(id));
  const order = missing.length + surplus.length === 0 ? ', and is in the wrong order' : '';
  return [
    `${list} lacks ${missing.join() || 'none'}, has the surplus ${surplus.join() || 'none'}${order}.`,
  ];
}
