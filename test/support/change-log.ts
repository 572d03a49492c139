import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { Change, type CommittedChange } from '../../src/platform/changes';
import { Database } from '../../src/platform/database';
import type { Fields } from './client';

export const RECORD_KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

interface Row {
  version: number;
  isPublic: boolean;
  /** The public content of the record. */
  content: string;
}

export type Tables = Record<RecordKind, Map<number, Row>>;

/** The tables of an empty database. */
export const NO_RECORDS = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind, new Map<number, Row>()]),
) as Tables;

export async function recordTables(nest: NestExpressApplication): Promise<Tables> {
  const query = <T>(sql: string): Promise<T[]> => nest.get(DataSource).query<T[]>(sql);
  const shown = new Map<number, number[]>();
  for (const [many, one] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ])
    for (const { event_id, id } of await query<{ event_id: number; id: number }>(
      `SELECT event_id, ${one}_id AS id FROM event_${many} ORDER BY event_id, position`,
    ))
      shown.set(event_id, [...(shown.get(event_id) ?? []), id]);
  const read = async (kind: RecordKind): Promise<Map<number, Row>> => {
    const rows = await query<Fields & { id: number; version: number }>(`SELECT * FROM ${kind}`);
    return new Map(
      rows.map((row) => {
        const { id, version, status = 'publish', hide_from_listings = 0 } = row;
        const isPublic = status === 'publish' && !hide_from_listings;
        const linked = kind === 'events' ? (shown.get(id) ?? []) : [];
        return [id, { version, isPublic, content: JSON.stringify([row, linked]) }];
      }),
    );
  };
  return {
    events: await read('events'),
    venues: await read('venues'),
    organizers: await read('organizers'),
    categories: await read('categories'),
    tags: await read('tags'),
  };
}

/** Returns a sentence for each difference between the tables and the change log. */
export function unnotedWrites(
  before: Tables,
  after: Tables,
  changes: readonly CommittedChange[],
): string[] {
  return RECORD_KINDS.flatMap((kind) => {
    const ids = new Set([
      ...before[kind].keys(),
      ...after[kind].keys(),
      ...changes.filter((change) => change.kind === kind).map(({ record_id }) => record_id),
    ]);
    return [...ids].flatMap((id) => {
      const [was, is] = [before[kind].get(id), after[kind].get(id)];
      const notes = changes
        .filter((change) => change.kind === kind && change.record_id === id)
        .sort((a, b) => a.version - b.version);
      const wrong = differenceOf(was, is, notes);
      return wrong === undefined ? [] : [`${kind} ${id}: ${wrong}`];
    });
  });
}

function differenceOf(
  was: Row | undefined,
  is: Row | undefined,
  notes: readonly CommittedChange[],
): string | undefined {
  const [first, last] = [notes.at(0), notes.at(-1)];
  if (!first || !last) return was?.content === is?.content ? undefined : 'changed without a note';
  const isNew = first.type === 'created';
  const isGone = last.type === 'deleted';
  if (isNew !== (was === undefined)) return 'a creation without a note, or a note without one';
  if (isGone !== (is === undefined)) return 'a deletion without a note, or a note without one';
  const from = was?.version ?? 0;
  const to = is?.version ?? last.version;
  const versions = new Set(notes.map(({ version }) => version));
  for (let version = from + 1; version <= to; version++)
    if (!versions.has(version)) return `version ${version} is not noted`;
  if (last.version !== to) return `version ${last.version} is noted, and it is ${to}`;
  if (first.public_before !== (was?.isPublic ?? false)) return 'was not as public as is noted';
  if (last.public_after !== (is?.isPublic ?? false)) return 'is not as public as is noted';
  return undefined;
}

export async function lastChange(nest: NestExpressApplication): Promise<number> {
  const [{ last }] = await nest
    .get(DataSource)
    .query<{ last: number | null }[]>('SELECT MAX(id) AS last FROM changes');
  return last ?? 0;
}

/** @param mark the id of a change; 0 for all changes */
export async function changesSince(
  nest: NestExpressApplication,
  mark: number,
): Promise<CommittedChange[]> {
  const changes = await nest
    .get(Database)
    .select(Change, 'change')
    .where('change.id > :mark', { mark })
    .orderBy('change.id')
    .getMany();
  return changes.map(({ kind, record_id, type, version, public_before, public_after }) => ({
    kind,
    record_id,
    type,
    version,
    public_before,
    public_after,
  }));
}
