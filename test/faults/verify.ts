import { isDeepStrictEqual } from 'node:util';
import { checkDerivedData } from './derived-data';
import { type Entry, type Journal, type Kind, KINDS, LINK_FIELDS, type Write } from './journal';
import { Reader } from './reader';
import { actual, type Returned, expected, learnIds } from './records';

/** Linked records first: the expected links of an event depend on which of them still exist. */
const ORDER: readonly Kind[] = ['venues', 'organizers', 'categories', 'tags', 'events'];

const SHOWN = 60;

/**
 * Reads all written records through the interface and compares them with the journal:
 * acknowledged writes are neither lost nor changed, no write is applied in part, and no creation
 * twice.
 *
 * @param addresses the base URLs of all instances, whose responses must be equal
 * @param mark the word of the last round, to verify only its records; without it, all are
 *   verified
 * @returns a sentence for each fault; empty if there is none
 */
export async function verify(
  journal: Journal,
  addresses: readonly string[],
  mark?: string,
): Promise<string[]> {
  const faults: string[] = [];
  const scope =
    mark === undefined ? new Set(KINDS.flatMap((kind) => journal.of(kind))) : journal.touched;
  for (const [index, address] of addresses.entries()) {
    const reader = new Reader(address);
    try {
      const records = new Map<Entry, Returned>();
      for (const kind of ORDER) {
        if (kind === 'events') addAffectedEvents(journal, scope);
        faults.push(...(await checkRecords(journal, reader, kind, scope, records)));
      }
      if (index === 0) faults.push(...journal.unknown.filter(isPartial).map(describePartial));
      faults.push(...(await checkDerivedData(journal, reader, records, mark)));
    } finally {
      reader.close();
    }
  }
  journal.forget();
  return faults;
}

/** Reduces the possible states of each record to the one found. */
async function checkRecords(
  journal: Journal,
  reader: Reader,
  kind: Kind,
  scope: ReadonlySet<Entry>,
  records: Map<Entry, Returned>,
): Promise<string[]> {
  const entries = journal.of(kind).filter((entry) => scope.has(entry));
  const found = await reader.read(kind, entries);
  const faults: string[] = [];
  for (const entry of entries) {
    const record = found.get(entry.slug);
    if (record) {
      records.set(entry, record);
      learnIds(journal, kind, record);
    }
    const state = entry.possible.find((possible) => {
      const wanted = expected(possible);
      return isDeepStrictEqual(
        wanted,
        wanted && record ? actual(kind, record, wanted) : (record ?? null),
      );
    });
    if (state === undefined) faults.push(describeDifference(entry, record));
    else entry.resolve(state);
  }
  return faults;
}

/** Adds events whose linked records were deleted. */
function addAffectedEvents(journal: Journal, scope: Set<Entry>): void {
  for (const event of journal.of('events')) {
    const { links } = event.state ?? {};
    if (!links) continue;
    const isAffected = LINK_FIELDS.some((field) =>
      links[field].some((linked) => !linked.isLive && scope.has(linked)),
    );
    if (isAffected) scope.add(event);
  }
}

/** Whether a request was carried out in part. */
function isPartial({ effects }: Write): boolean {
  const own = [...effects].filter(([{ isShared }]) => !isShared);
  const done = new Set(own.map(([entry, state]) => entry.state === state));
  return done.size > 1;
}

function describePartial({ effects }: Write): string {
  const parts = [...effects].map(
    ([{ kind, slug, state }, effect]) =>
      `${kind}/${slug} ${state === effect ? 'was written' : 'was not written'}`,
  );
  return `A request was carried out in part: ${parts.join(', ')}.`;
}

function describeDifference({ kind, slug, possible }: Entry, record: Returned | undefined): string {
  if (!record) return `${kind}/${slug} was acknowledged, but does not exist.`;
  const wanted = possible.map(expected).filter((fields) => fields !== null);
  if (wanted.length === 0)
    return `${kind}/${slug} exists, although its creation was refused or it was deleted.`;
  const differences = wanted.map((fields) => {
    const found = actual(kind, record, fields);
    const names = Object.keys(fields).filter(
      (name) => !isDeepStrictEqual(fields[name], found[name]),
    );
    return names
      .map((name) => `${name} ${shown(found[name])} not ${shown(fields[name])}`)
      .join(', ');
  });
  return `${kind}/${slug} has none of its possible states: ${differences.join('; or ')}`;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'none').slice(0, SHOWN);
