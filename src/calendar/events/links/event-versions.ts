import type { Caller, Owned } from '../../../platform/access';
import type { Versioned } from '../../../platform/conditional';
import type { Database } from '../../../platform/database';
import { CATEGORIES } from '../../categories/category.entity';
import { ORGANIZERS } from '../../organizers/organizer.entity';
import { canRead, type LinkedKind } from '../../records';
import { TAGS } from '../../tags/tag.entity';
import type { Taxonomy } from '../../terms';
import { VENUES } from '../../venues/venue.entity';
import { Event } from '../event.entity';

/** A linked row, with the columns that the tag of the event depends on; numbers may be texts. */
interface VersionRow extends Owned, Required<Pick<Versioned, 'id' | 'version' | 'count'>> {
  kind: string;
  place: number;
}

const versionsOfRecords = ({ resource, links, key }: LinkedKind): string =>
  `SELECT '${resource}' AS kind, record.id, record.version, record.author, record.status,
     0 AS count, link.position AS place
   FROM ${links} link JOIN ${resource} record ON record.id = link.${key}
   WHERE link.event_id = :event`;

/** Their order is by name; a new name means a new version. */
const versionsOfTerms = ({ resource, links, counts, key }: Taxonomy): string =>
  `SELECT '${resource}' AS kind, term.id, term.version, 0 AS author, 'publish' AS status,
     counted.count, term.id AS place
   FROM ${links} link JOIN ${resource} term ON term.id = link.${key}
   JOIN ${counts} counted ON counted.${key} = term.id
   WHERE link.event_id = :event`;

const KINDS = [VENUES, ORGANIZERS, CATEGORIES, TAGS];
const VERSIONS = [
  ...[VENUES, ORGANIZERS].map(versionsOfRecords),
  ...[CATEGORIES, TAGS].map(versionsOfTerms),
].join(' UNION ALL ');

/**
 * The versions of the records that are linked to an event and visible to the caller: one list each
 * for venues, organizers, categories and tags. It is one statement, which reads no texts.
 */
export async function linkedVersions(
  database: Database,
  event: number,
  caller: Caller,
): Promise<Versioned[][]> {
  const rows = await database
    .select(Event, 'event')
    .select('linked.*')
    .innerJoin(`(${VERSIONS})`, 'linked', '1 = 1')
    .where('event.id = :event', { event })
    .getRawMany<VersionRow>();
  return versionsByKind(rows, caller);
}

/**
 * One list for each kind, in its order. Databases choose one type for a column of a union: some
 * return its numbers as texts, others as numbers.
 */
export function versionsByKind(rows: readonly VersionRow[], caller: Caller): Versioned[][] {
  const visible = rows
    .map(({ kind, status, ...row }) => ({
      kind,
      status,
      id: Number(row.id),
      version: Number(row.version),
      author: Number(row.author),
      count: Number(row.count),
      place: Number(row.place),
    }))
    .filter((row) => canRead(row, caller))
    .sort((one, other) => one.place - other.place);
  return KINDS.map(({ resource }) => visible.filter(({ kind }) => kind === resource));
}

/** Sorted by id, so that a tag does not depend on how the database sorts names. */
export const byId = <Row extends { id: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);
