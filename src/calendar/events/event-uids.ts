import { Injectable } from '@nestjs/common';
import { fault, invalidParams } from '../../platform/errors';
import { batchesOf, Database, type Transaction } from '../../platform/database';
import {
  CalendarIdentity,
  derivedFrom,
  UID_TABLES,
  type UidPrefix,
  uidOf,
  type WithUid,
} from '../identity';

interface NewUid {
  /** In the body. */
  sent?: string | null;
  /** In the address. */
  address?: string;
}

interface IdentifiedEvent extends WithUid {
  version: number;
  status: string;
}

const UIDS_MAX = 1000;

/** Assigns and checks uids (docs/reference/interface.md#uid). */
@Injectable()
export class EventUids {
  constructor(
    private readonly identity: CalendarIdentity,
    private readonly database: Database,
  ) {}

  /** @param prefix `s` for a series */
  of(record: WithUid, prefix: UidPrefix = ''): string {
    return uidOf(record, this.identity.uuid, prefix);
  }

  /**
   * Looks up the uid of a new event or series. The derived uid of another record is not stored, so that a
   * copy of a response can be sent as a new record.
   *
   * @param prefix `s` for a series
   * @returns a function that returns the uid to store. It throws a Problem 400 for a taken uid (also in the
   *   trash), for a derived uid that no record has, and for a body whose uid is not that of the address
   */
  async ofNew(
    transaction: Transaction,
    record: NewUid,
    prefix: UidPrefix = '',
  ): Promise<() => string | null> {
    const { sent, address } = record;
    const uid = address ?? sent ?? null;
    const id = uid === null ? undefined : this.derivedFrom(uid, prefix);
    const taken = await this.taken(transaction, id === undefined ? [record] : [], prefix);
    const { table } = UID_TABLES.find((each) => each.prefix === prefix)!;
    const derived = id === undefined ? [] : [id];
    const copied = await storedAmong(transaction, table, 'id', derived, 'AND uid IS NULL');
    return () => {
      if (address !== undefined && sent !== undefined && sent !== address)
        throw invalidParams(fault('uid', 'conflict', `must be ${address}, as in the address`));
      if (id !== undefined) {
        if (copied.has(id)) return null;
        throw invalidParams(
          fault('uid', 'not-found', 'has the form that this calendar gives, and no record has it'),
        );
      }
      if (uid !== null && (taken.has(uid) || this.isDerived(uid)))
        throw invalidParams(fault('uid', 'taken', 'is the uid of another record'));
      return uid;
    };
  }

  /** Null for a uid that is taken, or that this calendar derives itself. */
  async ofImported(
    transaction: Transaction,
    records: readonly Pick<NewUid, 'sent'>[],
  ): Promise<(string | null)[]> {
    const taken = await this.taken(transaction, records, '');
    return records.map(({ sent: uid }) => {
      if (!uid || taken.has(uid) || this.isDerived(uid)) return null;
      taken.add(uid);
      return uid;
    });
  }

  /** @throws Problem 400 when the update would change or remove the uid */
  unchanged(
    sent: string | null | undefined,
    stored: WithUid,
    prefix: UidPrefix = '',
  ): string | null {
    const uid = this.of(stored, prefix);
    if (sent === undefined || sent === uid) return stored.uid;
    throw invalidParams(
      fault('uid', 'conflict', `is set when the record is created, and stays ${uid}`),
    );
  }

  /**
   * Returns the uids that exist already. The uid of an address is not looked up among records of its kind:
   * the request has found none, and the unique index rejects one that was created since.
   */
  private async taken(
    transaction: Transaction,
    records: readonly NewUid[],
    prefix: UidPrefix,
  ): Promise<Set<string>> {
    const taken = new Set<string>();
    for (const { table, prefix: other } of UID_TABLES) {
      const wanted = records.flatMap(({ sent, address }) =>
        address !== undefined && other === prefix ? [] : (address ?? sent ?? []),
      );
      for (const uid of await storedAmong(transaction, table, 'uid', wanted)) taken.add(uid);
    }
    return taken;
  }

  /** Also finds derived uids and events in the trash; without a transaction, committed ones only. */
  async find(
    uids: readonly string[],
    transaction?: Transaction,
  ): Promise<Map<string, IdentifiedEvent>> {
    const found = new Map<string, IdentifiedEvent>();
    const ids = uids.flatMap((uid) => this.derivedFrom(uid, '') ?? []);
    for (const [condition, values] of [
      ['uid IN', uids],
      ['uid IS NULL AND id IN', ids],
    ] as const)
      for (const some of batchesOf<string | number>([...values], UIDS_MAX)) {
        const sql = `SELECT id, uid, version, status FROM events
          WHERE ${condition} (${some.map(() => '?').join(', ')})`;
        const rows = transaction
          ? (await transaction.run<IdentifiedEvent>(sql, [...some])).rows
          : await this.database.rows<IdentifiedEvent>(sql, some);
        for (const row of rows) found.set(this.of(row), row);
      }
    return found;
  }

  private derivedFrom(uid: string, prefix: UidPrefix): number | undefined {
    return derivedFrom(uid, this.identity.uuid, prefix);
  }

  private isDerived(uid: string): boolean {
    return UID_TABLES.some(({ prefix }) => this.derivedFrom(uid, prefix) !== undefined);
  }
}

/** @param condition further SQL */
async function storedAmong<Value extends string | number>(
  transaction: Transaction,
  table: string,
  column: string,
  values: readonly Value[],
  condition = '',
): Promise<Set<Value>> {
  const stored = new Set<Value>();
  for (const some of batchesOf(values, UIDS_MAX)) {
    const { rows } = await transaction.run<{ value: Value }>(
      `SELECT ${column} AS value FROM ${table}
       WHERE ${column} IN (${some.map(() => '?').join(', ')}) ${condition}`,
      [...some],
    );
    for (const { value } of rows) stored.add(value);
  }
  return stored;
}
