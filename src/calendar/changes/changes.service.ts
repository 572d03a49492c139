import { Injectable } from '@nestjs/common';
import { stringify } from 'qs';
import { may, unauthorized } from '../../platform/auth';
import { type Fault, fault, invalidParams, Problem } from '../../platform/errors';
import { ANONYMOUS, FieldSelection, type RequestContext } from '../../platform/http/context';
import {
  type ChangeScope,
  NumberedChanges,
  type LogPosition,
  positionOf,
} from '../../platform/changes';
import type { ChangeRecord, ChangesPage } from './change-record';
import { type Changed, changedRecords, keyOf } from './changed-records';
import type { ChangesQuery } from './changes-query';
import { type Kind, KINDS } from './kinds';
import { isSamePosition, type Reached, readToken, type SyncToken, writeToken } from './sync-token';
import { SyncedRecords } from './synced-records';

/** Series are left out: their events are records of their own. */
const DEFAULT_KINDS = KINDS.filter((kind) => kind !== 'series');

const PER_PAGE = 50;
const PER_PAGE_MAX = 200;
/** More than records of a page, since several rows may concern one record. */
const ROWS_MAX = 500;

interface Selection {
  scope: ChangeScope;
  kinds: readonly Kind[];
  limit: number;
  hasRecords: boolean;
  context: RequestContext;
}

interface Part {
  changes: ChangeRecord[];
  token: SyncToken;
  more: boolean;
}

/** Serves the changes of all records, for copies that follow the calendar (docs/reference/synchronising.md). */
@Injectable()
export class ChangesService {
  constructor(
    private readonly log: NumberedChanges,
    private readonly records: SyncedRecords,
  ) {}

  /**
   * @throws Problem 401 or 403 for a scope that the caller may not read, 400 for a malformed token or
   *   parameters that differ from those of the token, 410 for a token whose position is no longer in the log
   */
  async page(query: ChangesQuery, context: RequestContext): Promise<ChangesPage> {
    const known = query.sync_token === undefined ? undefined : readToken(query.sync_token);
    if (known === 'outdated') throw new Problem('sync-token-expired');
    const scope = query.scope ?? known?.scope ?? 'public';
    if (scope === 'all') assertMayReadAll(context);
    const kinds = query.kinds ? KINDS.filter((kind) => query.kinds?.includes(kind)) : known?.kinds;
    const selection = {
      scope,
      kinds: kinds ?? DEFAULT_KINDS,
      limit: Math.min(query.per_page ?? PER_PAGE, PER_PAGE_MAX),
      hasRecords: query.records !== false && context.fields.of('changes').has('record'),
      context: readerOf(scope, context),
    };
    if (query.sync_token !== undefined) assertFor(selection, known);
    const { changes, token, more } =
      known && !known.reached
        ? await this.since(known, selection)
        : await this.firstReading(known, selection);
    return {
      changes,
      sync_token: writeToken(token),
      more,
      rest_url: addressOf(query, selection),
    };
  }

  private async firstReading(known: SyncToken | undefined, selection: Selection): Promise<Part> {
    const { scope, kinds } = selection;
    const reach = await this.log.reach(scope);
    const from = known?.reached ?? { kind: 0, id: 0 };
    const isBeginning = from.kind === 0 && from.id === 0;
    if (known && !isBeginning) await this.assertKnown(scope, known.seen);
    const position = known && !isBeginning ? known.position : positionOf(reach);
    const token = { scope, kinds, position, seen: position, reached: from };
    // Changes without a number would be read again later: wait until they have one.
    if (isBeginning && !reach.isComplete) return { changes: [], token, more: true };
    const found = await this.recordsAfter(from, selection);
    const changes = found.changes;
    const seen = changes.length > 0 ? positionOf(await this.log.reach(scope)) : positionOf(reach);
    if (found.reached)
      return { changes, token: { ...token, seen, reached: found.reached }, more: true };
    return {
      changes,
      token: { scope, kinds, position, seen },
      more: !isSamePosition(position, seen) || !reach.isComplete,
    };
  }

  /** @returns `reached` is undefined after the last record */
  private async recordsAfter(
    from: Reached,
    selection: Selection,
  ): Promise<{ changes: ChangeRecord[]; reached?: Reached }> {
    const { scope, kinds, limit } = selection;
    const changes: ChangeRecord[] = [];
    for (let index = from.kind; index < KINDS.length; index++) {
      const kind = KINDS[index];
      if (!kinds.includes(kind)) continue;
      const after = index === from.kind ? from.id : 0;
      const room = limit - changes.length;
      const ids = await this.records.idsAfter(kind, scope, after, room);
      const read = await this.updates(kind, ids, selection);
      changes.push(...read.changes);
      if (read.count < ids.length || ids.length === room)
        return { changes, reached: { kind: index, id: ids[read.count - 1] ?? after } };
    }
    return { changes };
  }

  private async since(known: SyncToken, selection: Selection): Promise<Part> {
    const { scope, kinds, limit } = selection;
    const reach = await this.log.reach(scope);
    const isUnchanged = [known.position, known.seen].every((position) =>
      isSamePosition(position, reach),
    );
    if (isUnchanged && reach.isComplete) return { changes: [], token: known, more: false };
    if (!isSamePosition(known.position, known.seen)) await this.assertKnown(scope, known.seen);
    const rows = await this.log.after(scope, known.position, ROWS_MAX);
    if (rows === undefined) throw new Problem('sync-token-expired');
    const found = changedRecords(known.position, rows, kinds, limit);
    const { changes, read } = await this.present(found.changed, selection);
    const isWhole = read === found.changed.length;
    const position = isWhole ? found.position : found.changed[read - 1].position;
    const seen = changes.length > 0 ? positionOf(await this.log.reach(scope)) : position;
    return {
      changes,
      token: { scope, kinds, position, seen },
      more: !isWhole || !found.isWhole || rows.length === ROWS_MAX || !reach.isComplete,
    };
  }

  /**
   * @returns `read` is the number of changed records covered; the others do not fit into one page. Deleted ones among
   *   the others are already included, since the change that hid them may precede the first change of the next page
   */
  private async present(
    changed: readonly Changed[],
    selection: Selection,
  ): Promise<{ changes: ChangeRecord[]; read: number }> {
    const updates = new Map<string, ChangeRecord>();
    const inView = new Set<string>();
    let read = changed.length;
    for (const kind of new Set(changed.map((change) => change.kind))) {
      const ofKind = changed.filter((change) => change.kind === kind);
      const ids = ofKind.map(({ id }) => id);
      const { changes, count, shown } = await this.updates(kind, ids, selection);
      for (const update of changes) updates.set(keyOf(update), update);
      for (const id of shown) inView.add(keyOf({ kind, id }));
      if (count < ofKind.length) read = Math.min(read, changed.indexOf(ofKind[count]));
    }
    const changes = changed.flatMap((change, index): ChangeRecord[] => {
      const update = index < read ? updates.get(keyOf(change)) : undefined;
      if (update) return [update];
      if (index >= read && inView.has(keyOf(change))) return [];
      // A record that was deleted since appears in a later change.
      if (change.isInView) return [];
      const { kind, id } = change;
      return [{ kind, id, ...this.records.named(kind, change), change: 'deleted' }];
    });
    return { changes, read };
  }

  /**
   * Returns the records that are in the view, in the same order.
   *
   * @returns `count` is the number of ids read, as records may be too large for one page; `shown` are the ids of all
   *   records in the view
   */
  private async updates(
    kind: Kind,
    ids: readonly number[],
    { scope, hasRecords, context }: Selection,
  ): Promise<{ changes: ChangeRecord[]; count: number; shown: number[] }> {
    const states = await this.records.states(kind, scope, ids);
    const shown = ids.filter((id) => states.has(id));
    const read = hasRecords ? await this.records.read(kind, shown, context) : undefined;
    const isWhole = read === undefined || read.count === shown.length;
    const count = isWhole ? ids.length : ids.indexOf(shown[read.count]);
    const changes = ids.slice(0, count).flatMap((id): ChangeRecord[] => {
      const state = states.get(id);
      const record = read?.records.get(id);
      if (!state || (read && !record)) return [];
      const { version, uid } = state;
      return [
        {
          kind,
          id,
          ...(uid !== undefined && { uid }),
          change: 'updated',
          version,
          ...(record && { record }),
        },
      ];
    });
    return { changes, count, shown };
  }

  private async assertKnown(scope: ChangeScope, position: LogPosition): Promise<void> {
    if (!(await this.log.has(scope, position))) throw new Problem('sync-token-expired');
  }
}

/** @throws Problem 401 without a credential, 403 without the right */
function assertMayReadAll({ caller }: RequestContext): void {
  if (may.editAll(caller)) return;
  throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
}

/** @throws Problem 400 for an invalid token, or one that conflicts with the other parameters */
function assertFor({ scope, kinds }: Selection, known: SyncToken | undefined): void {
  if (!known)
    throw invalidParams(
      fault('sync_token', 'format', 'must be a token as the interface has made it'),
    );
  const faults: Fault[] = [];
  if (scope !== known.scope)
    faults.push(fault('scope', 'conflict', `must be that of the token: ${known.scope}`));
  if (kinds.join() !== known.kinds.join())
    faults.push(fault('kinds', 'conflict', `must be those of the token: ${known.kinds.join(',')}`));
  if (faults.length > 0) throw invalidParams(...faults);
}

/**
 * Returns the context in which records are read: the caller's, or an anonymous one in the public scope. It selects
 * all keys, because `_fields` names keys of the response, not of a record.
 */
function readerOf(scope: ChangeScope, context: RequestContext): RequestContext {
  // Inherits instead of copying: a copy would read `now`, and so disable the cache.
  return Object.create(context, {
    fields: { value: FieldSelection.ALL },
    ...(scope === 'public' && { caller: { value: ANONYMOUS } }),
  }) as RequestContext;
}

function addressOf(
  { sync_token, records = true, lang, translations }: ChangesQuery,
  { scope, kinds, limit, context }: Selection,
): string {
  const parameters = stringify({
    per_page: limit,
    scope,
    kinds: kinds.join(','),
    records,
    lang,
    translations,
    sync_token,
  });
  return `${context.links.collection('changes')}/?${parameters}`;
}
