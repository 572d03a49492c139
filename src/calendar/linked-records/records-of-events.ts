import { Injectable } from '@nestjs/common';
import type { Owned } from '../../platform/auth';
import { allValid, allValidSync, faultsWithin, type Path, Problem } from '../../platform/errors';
import { nameKey } from '../../platform/texts';
import type { Caller, RequestContext } from '../../platform/http/context';
import { entryPath } from '../../platform/validation';
import { batchesOf, selectColumns, type Transaction } from '../../platform/database';
import { isLinkable, type LinkedRow, LinkKind, withHiddenLinks } from '../links';
import type { LinkedRecordFields } from '../posts';
import { canRead } from '../publication';
import type { LinkedRecord, RecordKind } from './linked-record';
import type { Draft, LinkedResourceService } from './linked-resource.service';

/** The data of a new record. An invalid name is undefined during validation. */
type Named = { venue: string } | { organizer: string };

/** The index is that of a draft. */
type Found = { id: number } | { index: number };

const LOOKUPS_MAX = 1000;

/**
 * Venues and organizers of events are referenced by id, by name, or by the data of a new record
 * (docs/reference/interface.md#venues-and-organizers-of-an-event).
 */
@Injectable()
export abstract class RecordsOfEvents<
  T extends LinkedRecord,
  Data extends Named & LinkedRecordFields,
  Row extends LinkedRow,
> extends LinkKind<Row> {
  override readonly takesIds = true;

  abstract override readonly key: RecordKind['kind'];
  abstract readonly kind: RecordKind<T>;
  protected abstract readonly service: Pick<
    LinkedResourceService<T, Data, { status: string }>,
    'draft' | 'insertDrafts'
  >;

  /**
   * Data stands for the oldest record with the same folded name, or for a new one.
   *
   * @throws Problem 400 naming every id that an event cannot be linked to, and as
   *   `LinkedResourceService.draft` does
   */
  override async resolve(
    transaction: Transaction,
    sent: readonly (number | Data)[],
    stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    const { caller } = context;
    const [, [ids]] = await allValid(
      () => this.assertLinkable(transaction, idsIn(sent), sent, caller),
      () => this.link(transaction, [sent], context),
    );
    return withHiddenLinks(transaction, this.tables, ids, stored, caller);
  }

  override async resolveAll(
    transaction: Transaction,
    lists: readonly (readonly (number | Data)[])[],
    context: RequestContext,
  ): Promise<number[][]> {
    for (const ids of batchesOf([...new Set(idsIn(lists.flat()))], LOOKUPS_MAX))
      await this.assertLinkable(transaction, ids, ids, context.caller);
    return this.link(transaction, lists, context);
  }

  /** Inserts missing records. The ids have been checked. */
  private async link(
    transaction: Transaction,
    lists: readonly (readonly (number | Data)[])[],
    context: RequestContext,
  ): Promise<number[][]> {
    const { caller } = context;
    const names = lists.flatMap((list) => list.flatMap((one) => nameOf(one) ?? []));
    const known = await this.findByName(transaction, names, caller);
    const drafts: Draft<T>[] = [];
    const find = (reference: number | Data, path: Path): Found => {
      if (typeof reference === 'number') return { id: reference };
      const name = nameOf(reference);
      const found = name === undefined ? undefined : known.get(nameKey(name));
      if (found) return found;
      const made = { index: drafts.length };
      const next = withPath([this.key, ...path], () => this.service.draft(reference, context));
      drafts.push(next);
      // Later references to the name get the same record, if the caller may read it.
      if (name !== undefined && isLinkable(next.values, caller)) known.set(nameKey(name), made);
      return made;
    };
    const found = lists.map((list) =>
      allValidSync<Found[]>(
        ...list.map((reference, index) => () => find(reference, entryPath(list, index))),
      ),
    );
    const ids = await this.service.insertDrafts(transaction, drafts);
    return found.map((list) => [
      ...new Set(list.map((one) => ('id' in one ? one.id : ids[one.index]))),
    ]);
  }

  /** Finds the oldest record with each folded name outside of the trash. */
  private async findByName(
    transaction: Transaction,
    names: readonly string[],
    caller: Caller,
  ): Promise<Map<string, Found>> {
    const known = new Map<string, Found>();
    for (const keys of batchesOf([...new Set(names.map(nameKey))], LOOKUPS_MAX)) {
      const records = transaction.manager.createQueryBuilder<LinkedRecord>(this.entity, 'record');
      const named = selectColumns(records, ['id', 'status', 'author', 'name_key'])
        .where("record.status <> 'trash' AND record.name_key IN (:...keys)", { keys })
        .orderBy('record.id');
      const found = await transaction.lockShared<Owned & { id: number; name_key: string }>(named);
      for (const { id, name_key, ...owned } of found)
        if (!known.has(name_key) && canRead(owned, caller)) known.set(name_key, { id });
    }
    return known;
  }
}

/** Adds the path of the data in the body to its faults. */
function withPath<T>(path: Path, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem && error.faults.length > 0
      ? new Problem(error.code, {
          message: error.message,
          faults: faultsWithin(path, error.faults),
        })
      : error;
  }
}

const idsIn = (references: readonly unknown[]): number[] =>
  references.filter((reference) => typeof reference === 'number');

function nameOf(reference: number | Named): string | undefined {
  if (typeof reference === 'number') return undefined;
  return 'venue' in reference ? reference.venue : reference.organizer;
}
