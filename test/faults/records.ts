import type { Fields } from '../support/client';
import { type Journal, type Kind, LINK_FIELDS, LINKS, type State } from './journal';

export type Returned = Fields & { id: number; slug: string };

export function linkedOf(event: Fields, field: (typeof LINK_FIELDS)[number]): Returned[] {
  return [event[field]].flat() as Returned[];
}

export function expected(state: State): Fields | null {
  if (state === null) return null;
  const { fields, links } = state;
  if (!links) return fields;
  const slugs = LINK_FIELDS.map((field) => [
    field,
    inOrder(
      field,
      links[field].filter(({ isLive }) => isLive),
    ),
  ]);
  return { ...fields, ...(Object.fromEntries(slugs) as Fields) };
}

export function actual(kind: Kind, record: Returned, wanted: Fields): Fields {
  const fields = Object.fromEntries(Object.keys(wanted).map((name) => [name, record[name]]));
  if (kind !== 'events') return fields;
  const slugs = LINK_FIELDS.map((field) => [field, inOrder(field, linkedOf(record, field))]);
  return { ...fields, ...(Object.fromEntries(slugs) as Fields) };
}

/** Stores the ids in a response, of the record and of its linked records. */
export function learnIds(journal: Journal, kind: Kind, record: Returned): void {
  const entry = journal.find(kind, record.slug);
  if (entry) entry.id = record.id;
  if (kind !== 'events') return;
  for (const field of LINK_FIELDS)
    for (const linked of linkedOf(record, field)) learnIds(journal, LINKS[field], linked);
}

/** Terms are returned in name order, venues and organizers in the order sent. */
function inOrder(field: string, records: readonly { slug: string }[]): string[] {
  const slugs = records.map(({ slug }) => slug);
  return field === 'categories' || field === 'tags' ? slugs.sort() : slugs;
}
