import { Injectable } from '@nestjs/common';
import type { Caller, Owned } from '../../../platform/access';
import type { Versioned } from '../../../platform/conditional';
import { Database } from '../../../platform/database';
import { canRead } from '../../records';
import { Event } from '../event.entity';
import { LinkedKinds } from './linked-kinds';

/** A linked row, with the columns that the tag of the event depends on; numbers may be texts. */
interface VersionRow extends Owned, Required<Pick<Versioned, 'id' | 'version' | 'count'>> {
  kind: string;
  place: number;
}

/** What the tag of an event depends on, besides its own row. */
@Injectable()
export class EventVersions {
  constructor(
    private readonly database: Database,
    private readonly kinds: LinkedKinds,
  ) {}

  /**
   * The versions of the records that are linked to an event and visible to the caller: one list for
   * each kind. It is one statement, which reads no texts.
   */
  async of(event: number, caller: Caller): Promise<Versioned[][]> {
    const rows = await this.database
      .select(Event, 'event')
      .select('linked.*')
      .innerJoin(`(${this.kinds.versions})`, 'linked', '1 = 1')
      .where('event.id = :event', { event })
      .getRawMany<VersionRow>();
    return versionsByKind(
      rows,
      this.kinds.all.map(({ key }) => key),
      caller,
    );
  }
}

/**
 * One list for each kind, in its order. Databases choose one type for a column of a union: some
 * return its numbers as texts, others as numbers.
 */
export function versionsByKind(
  rows: readonly VersionRow[],
  kinds: readonly string[],
  caller: Caller,
): Versioned[][] {
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
  return kinds.map((key) => visible.filter(({ kind }) => kind === key));
}

/** Sorted by id, so that a tag does not depend on how the database sorts names. */
export const byId = <Row extends { id: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);
