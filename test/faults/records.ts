import type { Fields } from '../support/client';
import { type Journal, type Kind, LINK_FIELDS, LINKS, type State } from './journal';

/** A record as the service answers it; `venue` is not a list where there is one, or the name. */
export type Answered = Fields & { id: number; slug: string };

/** The records that an answered event is linked to. */
export function linkedOf(event: Fields, field: (typeof LINK_FIELDS)[number]): Answered[] {
  return [event[field]].flat() as Answered[];
}

/**
 * What is comparable of a state, once it is known which of the linked records are still there: those
 * that are deleted leave their events.
 */
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

/** The same of a record as it is answered, as far as something of it is wanted. */
export function seen(kind: Kind, record: Answered, wanted: Fields): Fields {
  const fields = Object.fromEntries(Object.keys(wanted).map((name) => [name, record[name]]));
  if (kind !== 'events') return fields;
  const slugs = LINK_FIELDS.map((field) => [field, inOrder(field, linkedOf(record, field))]);
  return { ...fields, ...(Object.fromEntries(slugs) as Fields) };
}

/** Notes the ids that an answer tells, of the record and of those that it is linked to. */
export function learnIds(journal: Journal, kind: Kind, record: Answered): void {
  const entry = journal.find(kind, record.slug);
  if (entry) entry.id = record.id;
  if (kind !== 'events') return;
  for (const field of LINK_FIELDS)
    for (const linked of linkedOf(record, field)) learnIds(journal, LINKS[field], linked);
}

/** Terms are answered by name, venues and organizers as they were sent. */
function inOrder(field: string, records: readonly { slug: string }[]): string[] {
  const slugs = records.map(({ slug }) => slug);
  return field === 'categories' || field === 'tags' ? slugs.sort() : slugs;
}
