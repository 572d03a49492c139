import { Injectable } from '@nestjs/common';
import type { Owned } from '../../platform/access';
import {
  allValid,
  allValidSync,
  faultsWithin,
  invalidParams,
  type Path,
  Problem,
} from '../../platform/foundation/errors';
import { nameKey } from '../../platform/foundation/texts';
import type { Caller, RequestContext } from '../../platform/http/request-context';
import { placeOf } from '../../platform/input';
import { type NewRecord, RecordWriter } from '../../platform/storage/changes';
import { batchesOf, type Transaction } from '../../platform/storage/database';
import { Slugs } from '../../platform/storage/slugs';
import { canRead } from '../publication';
import {
  type Linkable,
  linkable,
  notFound,
  unlinkableIds,
  withHiddenLinks,
} from '../links/linkable';
import type { LinkedKind, LinkedRecord } from './linked-record';

/** The data of a record in place of its id. During validation an invalid name is undefined. */
export type Named = { venue: string } | { organizer: string };

/** A record before it is written. */
export interface Draft<T extends LinkedRecord = LinkedRecord> {
  values: Omit<NewRecord<T>, 'slug'>;
  /** The sent slug, or the name. */
  slug: string;
}

/** An existing record, or the index of a draft. */
type Found = { id: number } | { place: number };

/** The most ids and names in one statement. */
const LOOKED_MAX = 1000;

/** Resolves the references of events to venues and organizers. */
@Injectable()
export class LinkedReferences {
  constructor(
    private readonly writer: RecordWriter,
    private readonly slugs: Slugs,
  ) {}

  /**
   * Inserts records.
   *
   * @returns their ids, in the same order
   */
  async insertAll<T extends LinkedRecord>(
    transaction: Transaction,
    { entity }: LinkedKind<T>,
    drafts: readonly Draft<T>[],
  ): Promise<number[]> {
    if (drafts.length === 0) return [];
    const wanted = drafts.map(({ slug }) => slug);
    const slugs = await this.slugs.assignAll(transaction, entity, wanted);
    return this.writer.insertAll<T>(
      transaction,
      entity,
      drafts.map(
        ({ values }, place) =>
          ({ ...values, slug: slugs[place] }) as NewRecord<T> & { slug: string },
      ),
    );
  }

  /**
   * Returns the records that a write links its event to, in their order and without duplicates. A reference
   * is an id, or the data of a record: it stands for an existing record of the same name in any case, or for
   * a new one (docs/interface.md#venues-and-organizers-of-an-event). A client that sends back the links it
   * can see keeps the hidden ones.
   *
   * @param stored the current links
   * @param draft creates a new record from such data
   * @throws Problem 400 that names every id an event cannot be linked to, and as `draft` does
   */
  async resolve<T extends LinkedRecord, Data extends Named>(
    transaction: Transaction,
    kind: LinkedKind<T>,
    references: readonly (number | Data)[],
    stored: readonly number[],
    { caller }: RequestContext,
    draft: (data: Data) => Draft<T>,
  ): Promise<number[]> {
    const records = linkableOf(kind);
    const [, [ids]] = await allValid(
      () => assertLinkable(transaction, kind, references, caller),
      () => this.link(transaction, kind, [references], caller, draft),
    );
    return withHiddenLinks(transaction, records, ids, stored, caller);
  }

  /**
   * Resolves the references of many new events as `resolve` does, in a few statements.
   *
   * @returns undefined for references that `resolve` rejects
   */
  async resolveAll<T extends LinkedRecord, Data extends Named>(
    transaction: Transaction,
    kind: LinkedKind<T>,
    lists: readonly (readonly (number | Data)[])[],
    { caller }: RequestContext,
    draft: (data: Data) => Draft<T>,
  ): Promise<(number[] | undefined)[]> {
    const sent = lists.flat().filter((reference) => typeof reference === 'number');
    const unknown = new Set<unknown>();
    for (const ids of batchesOf([...new Set(sent)], LOOKED_MAX))
      for (const id of await unlinkableIds(transaction, linkableOf(kind), ids, caller))
        unknown.add(id);
    const drafts = new Map<Data, Draft<T>>();
    const isSound = (reference: number | Data): boolean => {
      if (typeof reference === 'number') return !unknown.has(reference);
      const made = madeOf(reference, draft);
      if (made) drafts.set(reference, made);
      return made !== undefined;
    };
    const sound = lists.map((list) => list.every(isSound));
    const linked = await this.link(
      transaction,
      kind,
      lists.map((list, place) => (sound[place] ? list : [])),
      caller,
      (data) => drafts.get(data) ?? draft(data),
    );
    return linked.map((ids, place) => (sound[place] ? ids : undefined));
  }

  /** Returns the ids for some lists of references with valid ids. Missing records are inserted. */
  private async link<T extends LinkedRecord, Data extends Named>(
    transaction: Transaction,
    kind: LinkedKind<T>,
    lists: readonly (readonly (number | Data)[])[],
    caller: Caller,
    draft: (data: Data) => Draft<T>,
  ): Promise<number[][]> {
    const names = lists.flatMap((list) => list.flatMap((one) => nameOf(one) ?? []));
    const known = await this.findByName(transaction, kind, names, caller);
    const drafts: Draft<T>[] = [];
    const find = (reference: number | Data, place: Path): Found => {
      if (typeof reference === 'number') return { id: reference };
      const name = nameOf(reference);
      const found = name === undefined ? undefined : known.get(nameKey(name));
      if (found) return found;
      const made = { place: drafts.length };
      const next = placed([kind.kind, ...place], () => draft(reference));
      drafts.push(next);
      // Later references to the name get the same record, if the caller may read it.
      if (name !== undefined && isLinkable(next.values, caller)) known.set(nameKey(name), made);
      return made;
    };
    const found = lists.map((list) =>
      allValidSync<Found[]>(
        ...list.map((reference, index) => () => find(reference, placeOf(list, index))),
      ),
    );
    const ids = await this.insertAll(transaction, kind, drafts);
    return found.map((list) => [
      ...new Set(list.map((one) => ('id' in one ? one.id : ids[one.place]))),
    ]);
  }

  /** Finds the oldest live record of each name, case-insensitively. */
  private async findByName(
    transaction: Transaction,
    kind: LinkedKind,
    names: readonly string[],
    caller: Caller,
  ): Promise<Map<string, Found>> {
    const known = new Map<string, Found>();
    for (const keys of batchesOf([...new Set(names.map(nameKey))], LOOKED_MAX)) {
      const named = linkable(transaction, linkableOf(kind))
        .addSelect('record.name_key', 'name_key')
        .andWhere('record.name_key IN (:...keys)', { keys })
        .orderBy('record.id');
      const records = await transaction.lockShared<Owned & { id: number; name_key: string }>(named);
      for (const { id, name_key, ...owned } of records)
        if (!known.has(name_key) && canRead(owned, caller)) known.set(name_key, { id });
    }
    return known;
  }
}

/** @throws Problem 400 that names every id an event cannot be linked to */
async function assertLinkable(
  transaction: Transaction,
  kind: LinkedKind,
  references: readonly unknown[],
  caller: Caller,
): Promise<void> {
  const sent = references.filter((reference) => typeof reference === 'number');
  const unknown = await unlinkableIds(transaction, linkableOf(kind), sent, caller);
  if (unknown.length > 0)
    throw invalidParams(...notFound(kind.kind, kind.kind, references, unknown));
}

/** Prefixes the faults of the data with its position in the body. */
function placed<T>(place: Path, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem && error.faults.length > 0
      ? new Problem(error.code, {
          message: error.message,
          faults: faultsWithin(place, error.faults),
        })
      : error;
  }
}

const linkableOf = ({ entity }: LinkedKind): Linkable => ({ entity, hasStatus: true });

const isLinkable = (record: Owned, caller: Caller): boolean =>
  record.status !== 'trash' && canRead(record, caller);

function nameOf(reference: number | Named): string | undefined {
  if (typeof reference === 'number') return undefined;
  return 'venue' in reference ? reference.venue : reference.organizer;
}

/** Returns undefined for data that no record can be created from. */
function madeOf<Data, T extends LinkedRecord>(
  data: Data,
  draft: (data: Data) => Draft<T>,
): Draft<T> | undefined {
  try {
    return draft(data);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
