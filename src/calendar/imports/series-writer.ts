import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Problem } from '../../platform/foundation/errors';
import { RecordWriter } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { EventUids, EventWriter, SeriesWrites } from '../events';
import type { UpdateEventDto } from '../events/dto/update-event.dto';
import { Event } from '../events/event.entity';
import type { CreateSeriesDto } from '../events/series/dto/create-series.dto';
import { Series } from '../events/series/series.entity';
import { attempt } from './attempt';
import type { OccurrenceItem, SeriesItem } from './import-source';
import { type ImportRun, noteReplaced, type Replaced } from './import-run';
import { ImportTrash } from './import-trash';
import type { ImportedItem } from './imported-item.entity';
import { groupKeyOf, keyOf, KnownItems } from './known-items';
import { reasonOf } from './rejection';
import { versionsOf } from './stored-versions';

/** An occurrence of a source with fields of its own. */
export interface OccurrenceEntry {
  item: OccurrenceItem;
  digest: string;
  dto: UpdateEventDto;
}

/** A valid series of a source. */
export interface SeriesEntry {
  item: SeriesItem;
  digest: string;
  dto: CreateSeriesDto;
  occurrences: readonly OccurrenceEntry[];
}

/** The result of the write of a series. */
interface Outcome {
  series: 'created' | 'updated' | 'unchanged' | 'edited_here';
  /** The number of occurrences that were written. */
  written: number;
  /** The number of occurrences that were left, because they were edited here. */
  edited: number;
  /** The number of occurrences that cannot be written yet, because they are created later. */
  waiting: number;
  /** Whether occurrences that are over were left out. */
  isCut: boolean;
  /** The single events that the series was before. */
  replaced?: Replaced;
}

/** Writes the series of a source, each in a transaction of its own. */
@Injectable()
export class SeriesWriter {
  constructor(
    private readonly database: Database,
    private readonly known: KnownItems,
    private readonly series: SeriesWrites,
    private readonly trash: ImportTrash,
    private readonly events: EventWriter,
    private readonly uids: EventUids,
    private readonly writer: RecordWriter,
  ) {}

  async write(run: ImportRun, entry: SeriesEntry): Promise<void> {
    const { report } = run;
    const { item } = entry;
    if (isSame(run, entry, await this.known.ofSeries(run.source, item.id))) {
      report.unchanged++;
      return;
    }
    const outcome = await attempt(this.database, run, (transaction) =>
      this.perform(transaction, run, entry),
    );
    if (outcome instanceof Problem) {
      const { at, uid } = item;
      report.rejected.push({ at, uid, reason: reasonOf(outcome, item) });
      return;
    }
    const isWritten = outcome.series === 'unchanged' && outcome.written > 0;
    report[isWritten ? 'updated' : outcome.series]++;
    if (outcome.series === 'created') report.series++;
    report.edited_here += outcome.edited;
    if (outcome.isCut) run.cutSeries++;
    run.waiting += outcome.waiting;
    if (outcome.replaced) noteReplaced(run, outcome.replaced);
  }

  private async perform(
    transaction: Transaction,
    run: ImportRun,
    entry: SeriesEntry,
  ): Promise<Outcome> {
    // Read again: a concurrent import may have written the series.
    const all = await this.known.ofSeries(run.source, entry.item.id, transaction);
    const singles = all.filter(({ kind }) => kind === 'events');
    const known = all.filter(({ kind }) => kind !== 'events');
    const stored = known.find(({ kind }) => kind === 'series');
    const versions = await versionsOf(transaction, Series, stored ? [stored.record_id] : []);
    const version = stored && versions.get(stored.record_id);
    const outcome: Outcome = {
      series: 'unchanged',
      written: 0,
      edited: 0,
      waiting: 0,
      isCut: false,
    };
    if (!stored || (version === undefined && run.overwrite)) {
      await this.known.delete(
        transaction,
        known.map(({ item_key }) => item_key),
      );
      const { id, isCut } = await this.create(transaction, run, entry);
      Object.assign(outcome, { series: 'created', isCut });
      outcome.replaced = await this.trash.replace(transaction, run, 'events', singles);
      await this.writeOccurrences(transaction, run, entry, { id, known: [] }, outcome);
      return outcome;
    }
    const isChanged = stored.digest !== entry.digest;
    const isLeft = isChanged && version !== stored.version && !run.overwrite;
    if (isLeft) outcome.series = 'edited_here';
    if (version === undefined) return outcome;
    outcome.replaced = await this.trash.replace(transaction, run, 'events', singles);
    const { record_id: id } = stored;
    const own = known.filter(({ kind }) => kind === 'occurrences');
    const left = await this.follow(transaction, run, entry, own, outcome);
    const ofSource = await this.known.keepVersions(transaction, left, async () => {
      if (!isChanged || isLeft) return;
      outcome.series = 'updated';
      // The uid is set once.
      await this.series.updateWithin(
        transaction,
        id,
        { ...entry.dto, uid: undefined },
        run.context,
      );
    });
    await this.writeOccurrences(transaction, run, entry, { id, known: ofSource }, outcome);
    // Read last: restored occurrences change the set of the series.
    if (outcome.series === 'updated')
      await this.known.update(transaction, {
        item_key: stored.item_key,
        digest: entry.digest,
        version: this.writer.written(transaction, Series, id)?.version,
      });
    return outcome;
  }

  private async create(
    transaction: Transaction,
    run: ImportRun,
    { item, digest, dto }: SeriesEntry,
  ): Promise<{ id: number; isCut: boolean }> {
    const { uid } = dto;
    const isFree = uid ? (await this.uids.free(transaction, [uid])).has(uid) : false;
    const created = await this.series.insert(
      transaction,
      {
        dto: isFree ? dto : { ...dto, uid: undefined },
        past: 'fitting',
        opened: null,
        password_hash: null,
      },
      run.context,
    );
    await this.known.insert(transaction, [
      { ...this.itemOf(run, item), record_id: created.id, digest, version: 1 },
    ]);
    return created;
  }

  private itemOf({ source }: ImportRun, { id }: SeriesItem) {
    const kind = 'series' as const;
    return { item_key: keyOf(source, kind, id), source, kind, group_key: groupKeyOf(source, id) };
  }

  /**
   * Lets occurrences follow the series again of which the source has no fields of their own any more.
   *
   * @returns the others
   */
  private async follow(
    transaction: Transaction,
    run: ImportRun,
    entry: SeriesEntry,
    own: readonly ImportedItem[],
    outcome: Outcome,
  ): Promise<ImportedItem[]> {
    const keys = new Set(entry.item.occurrences.map((one) => keyOfSlot(run, entry, one)));
    const gone = own.filter(({ item_key }) => !keys.has(item_key));
    const versions = await versionsOf(
      transaction,
      Event,
      gone.map(({ record_id }) => record_id),
    );
    for (const { item_key, record_id, version } of gone) {
      const current = versions.get(record_id);
      if (current !== undefined && current !== version && !run.overwrite) {
        outcome.edited++;
        continue;
      }
      if (current !== undefined) {
        await this.events.updateWithin(transaction, record_id, { overrides: [] }, run.context);
        outcome.written++;
      }
      await this.known.delete(transaction, [item_key]);
    }
    return own.filter(({ item_key }) => keys.has(item_key));
  }

  /** Writes the fields that the source has of single occurrences. */
  private async writeOccurrences(
    transaction: Transaction,
    run: ImportRun,
    entry: SeriesEntry,
    { id, known }: { id: number; known: readonly ImportedItem[] },
    outcome: Outcome,
  ): Promise<void> {
    const byKey = new Map(known.map((item) => [item.item_key, item]));
    const changed = entry.occurrences.filter(
      ({ item, digest }) => byKey.get(keyOfSlot(run, entry, item))?.digest !== digest,
    );
    const events = await eventsAt(
      transaction,
      id,
      changed.map(({ item }) => item.slot),
    );
    const written: ImportedItem[] = [];
    for (const { item, digest, dto } of changed) {
      const event = events.get(item.slot);
      const item_key = keyOfSlot(run, entry, item);
      const before = byKey.get(item_key);
      if (!event) {
        // One that was written before is no occurrence of the series any more. Those behind the horizon are
        // created later, and some of those that are over never.
        if (before) outcome.edited++;
        else if (item.slot > run.context.now.toISOString()) outcome.waiting++;
        continue;
      }
      const isEdited = before
        ? event.version !== before.version
        : event.overrides.length > 0 || event.status === 'trash';
      if (isEdited && !run.overwrite) {
        outcome.edited++;
        continue;
      }
      const status = event.status === 'trash' && { status: entry.dto.status };
      await this.events.updateWithin(
        transaction,
        event.id,
        { ...status, ...dto, overrides: [] },
        run.context,
      );
      outcome.written++;
      written.push({
        ...this.itemOf(run, entry.item),
        item_key,
        kind: 'occurrences',
        record_id: event.id,
        digest,
        version: Number(this.writer.written(transaction, Event, event.id)?.version),
      });
    }
    await this.known.delete(
      transaction,
      written.flatMap(({ item_key }) => (byKey.has(item_key) ? item_key : [])),
    );
    await this.known.insert(transaction, written);
  }
}

const keyOfSlot = (
  { source }: ImportRun,
  { item }: SeriesEntry,
  { slot }: OccurrenceItem,
): string => keyOf(source, 'occurrences', `${item.id}\n${slot}`);

/** Returns whether a series and its occurrences are the same in the source as in the last import. */
function isSame(run: ImportRun, entry: SeriesEntry, known: readonly ImportedItem[]): boolean {
  const digests = new Map(known.map(({ item_key, digest }) => [item_key, digest]));
  return (
    digests.get(keyOf(run.source, 'series', entry.item.id)) === entry.digest &&
    known.length === 1 + entry.occurrences.length &&
    entry.occurrences.every(
      ({ item, digest }) => digests.get(keyOfSlot(run, entry, item)) === digest,
    )
  );
}

/** Returns the events of a series by their slots, and locks them. */
async function eventsAt(
  transaction: Transaction,
  series: number,
  slots: readonly string[],
): Promise<Map<string, Pick<Event, 'id' | 'version' | 'status' | 'overrides'>>> {
  if (slots.length === 0) return new Map();
  const columns = ['id', 'version', 'status', 'overrides', 'recurrence_id'];
  const events = await transaction
    .lockForUpdate(
      transaction.manager
        .createQueryBuilder(Event, 'event')
        .select(columns.map((column) => `event.${column}`))
        .where({ series, recurrence_id: In([...slots]) }),
    )
    .orderBy('event.id')
    .getMany();
  return new Map(events.map((event) => [event.recurrence_id, event]));
}
