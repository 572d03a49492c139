import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In } from 'typeorm';
import { Problem } from '../../platform/errors';
import { RecordWriter } from '../../platform/changes';
import { Database, type Transaction } from '../../platform/database';
import { EventUids, EventWriter, SeriesWrites, translatedOverrides } from '../events';
import type { UpdateEventDto } from '../events/dto/update-event.dto';
import { Event } from '../events/event.entity';
import type { CreateSeriesDto } from '../events/series/dto/create-series.dto';
import { Series } from '../events/series/series.entity';
import { dayOf } from '../events/series/set';
import type { OccurrenceItem, SeriesItem } from './import-source';
import { attempt, type ImportRun, noteReplaced, type Replaced } from './import-run';
import { ImportTrash } from './import-trash';
import type { ImportedItem } from './imported-item.entity';
import { groupKeyOf, keyOf, KnownItems, versionsOf } from './known-items';

export interface OccurrenceEntry {
  item: OccurrenceItem;
  digest: string;
  dto: UpdateEventDto;
}

interface SeriesEntry {
  item: SeriesItem;
  digest: string;
  dto: CreateSeriesDto;
  occurrences: readonly OccurrenceEntry[];
}

type OccurrenceEvent = Pick<Event, 'id' | 'version' | 'status' | 'overrides' | 'recurrence_id'>;

class Outcome {
  series: 'created' | 'updated' | 'unchanged' | 'edited_here' = 'unchanged';
  written = 0;
  /** Edited here, and therefore unchanged. */
  edited = 0;
  /** Not created yet, and written later. */
  waiting = 0;
  /** Whether occurrences that are over were left out. */
  isCut = false;
  /** The single events that the series was before. */
  replaced?: Replaced;
}

interface SeriesWrite {
  transaction: Transaction;
  run: ImportRun;
  entry: SeriesEntry;
  outcome: Outcome;
}

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
    const outcome = await attempt(this.database, run, async (transaction) => {
      const done = new Outcome();
      await this.perform({ transaction, run, entry, outcome: done });
      return done;
    });
    if (outcome instanceof Problem) {
      report.reject(item, outcome);
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

  private async perform(write: SeriesWrite): Promise<void> {
    const { transaction, run, entry, outcome } = write;
    // Read again: a concurrent import may have written the series.
    const all = await this.known.ofSeries(run.source, entry.item.id, transaction);
    const singles = all.filter(({ kind }) => kind === 'events');
    const known = all.filter(({ kind }) => kind !== 'events');
    const stored = known.find(({ kind }) => kind === 'series');
    const versions = await versionsOf(transaction, Series, stored ? [stored.record_id] : []);
    const version = stored && versions.get(stored.record_id);
    if (!stored || (version === undefined && run.overwrite)) {
      await this.known.delete(
        transaction,
        known.map(({ item_key }) => item_key),
      );
      const { id, isCut } = await this.create(write);
      Object.assign(outcome, { series: 'created', isCut });
      outcome.replaced = await this.trash.replace(transaction, run, 'events', singles);
      await this.writeOccurrences(write, id, []);
      return;
    }
    const isChanged = stored.digest !== entry.digest;
    const isSkipped = isChanged && version !== stored.version && !run.overwrite;
    if (isSkipped) outcome.series = 'edited_here';
    if (version === undefined) return;
    outcome.replaced = await this.trash.replace(transaction, run, 'events', singles);
    const { record_id: id } = stored;
    const own = known.filter(({ kind }) => kind === 'occurrences');
    const unreleased = await this.follow(write, id, own);
    const current = await this.known.keepVersions(transaction, unreleased, async () => {
      if (!isChanged || isSkipped) return;
      outcome.series = 'updated';
      // The uid is set once.
      await this.series.updateWithin(
        transaction,
        id,
        { ...entry.dto, uid: undefined },
        run.context,
      );
    });
    const ofSource = outcome.series === 'updated' ? await this.atNewSlots(write, current) : current;
    await this.writeOccurrences(write, id, ofSource);
    // Read last: restored occurrences change the set of the series.
    if (outcome.series === 'updated')
      await this.known.update(transaction, {
        item_key: stored.item_key,
        digest: entry.digest,
        version: this.writer.written(transaction, Series, id)?.version,
      });
  }

  private async create(write: SeriesWrite): Promise<{ id: number; isCut: boolean }> {
    const { transaction, run, entry } = write;
    const { digest, dto } = entry;
    const [uid] = await this.uids.ofImported(transaction, [{ sent: dto.uid }]);
    const created = await this.series.insert(
      transaction,
      {
        dto: { ...dto, uid: uid ?? undefined },
        past: 'fitting',
        opened: null,
        password_hash: null,
      },
      run.context,
    );
    await this.known.insert(transaction, [
      { ...itemOf(write), record_id: created.id, digest, version: 1 },
    ]);
    return created;
  }

  /**
   * Lets occurrences follow the series again for which the source has no fields any more.
   *
   * An occurrence that is over keeps its fields if the source has some on that day, at a time that the series does
   * not have yet: the source may have changed the time, and a move from a date that is over could not be repeated.
   *
   * @returns the others
   */
  private async follow(
    write: SeriesWrite,
    id: number,
    known: readonly ImportedItem[],
  ): Promise<ImportedItem[]> {
    const { transaction, run, entry } = write;
    const { added, gone, same } = compare(run, entry, known);
    const slots = [...added.values()].map(({ slot }) => slot);
    const stored = await lockedEvents(transaction, 'recurrence_id', slots, { series: id });
    const taken = new Set(stored.map(({ recurrence_id }) => recurrence_id));
    const days = new Set(slots.filter((slot) => !taken.has(slot)).map(dayOf));
    const events = await eventsOf(transaction, gone);
    const unreleased = [...same];
    for (const item of gone) {
      const event = events.get(item.record_id);
      const slot = event?.recurrence_id;
      if (slot && isOver(slot, run) && days.has(dayOf(slot))) unreleased.push(item);
      else if (await this.release(write, item, event))
        await this.known.delete(transaction, [item.item_key]);
    }
    return unreleased;
  }

  private async release(
    { transaction, run, outcome }: SeriesWrite,
    { version }: ImportedItem,
    event: OccurrenceEvent | undefined,
  ): Promise<boolean> {
    if (!event) return true;
    if (event.version !== version && !run.overwrite) {
      outcome.edited++;
      return false;
    }
    const overrides = translatedOverrides(event.overrides);
    await this.events.updateWithin(transaction, event.id, { overrides }, run.context);
    outcome.written++;
    return true;
  }

  /**
   * Returns items after an update of the series. Some occurrences have another slot then: one keeps its fields if the
   * source has some for that slot, else it follows the series. One that was edited here stays unchanged, and no
   * longer belongs to the source.
   */
  private async atNewSlots(
    write: SeriesWrite,
    items: readonly ImportedItem[],
  ): Promise<ImportedItem[]> {
    const { transaction, run, entry } = write;
    const { added } = compare(run, entry, items);
    const events = await eventsOf(transaction, items);
    const unmoved: ImportedItem[] = [];
    const moved: ImportedItem[] = [];
    const former: string[] = [];
    for (const item of items) {
      const event = events.get(item.record_id);
      // An event without a slot is deleted, or no occurrence any more.
      const slot = event?.recurrence_id;
      const item_key = slot ? keyOfSlot(run, entry, { slot }) : item.item_key;
      if (item_key === item.item_key) {
        unmoved.push(item);
        continue;
      }
      former.push(item.item_key);
      if (added.has(item_key)) moved.push({ ...item, item_key });
      else await this.release(write, item, event);
    }
    await this.known.delete(transaction, former);
    await this.known.insert(transaction, moved);
    return [...unmoved, ...moved];
  }

  private async writeOccurrences(
    write: SeriesWrite,
    id: number,
    known: readonly ImportedItem[],
  ): Promise<void> {
    const { transaction, run, entry, outcome } = write;
    const byKey = new Map(known.map((item) => [item.item_key, item]));
    const changed = entry.occurrences.filter(
      ({ item, digest }) => byKey.get(keyOfSlot(run, entry, item))?.digest !== digest,
    );
    const slots = changed.map(({ item }) => item.slot);
    const found = await lockedEvents(transaction, 'recurrence_id', slots, { series: id });
    const events = new Map(found.map((event) => [event.recurrence_id, event]));
    const written: ImportedItem[] = [];
    for (const { item, digest, dto } of changed) {
      const event = events.get(item.slot);
      const item_key = keyOfSlot(run, entry, item);
      const before = byKey.get(item_key);
      if (!event) {
        // One that was written before is no occurrence of the series any more. Those behind the horizon are created
        // later, and some of those that are over never.
        if (before) outcome.edited++;
        else if (outcome.series !== 'edited_here' && !isOver(item.slot, run)) outcome.waiting++;
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
        { ...status, ...dto, overrides: translatedOverrides(event.overrides) },
        run.context,
      );
      outcome.written++;
      written.push({
        ...itemOf(write),
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

function itemOf({ run: { source }, entry }: SeriesWrite) {
  const { id } = entry.item;
  const kind = 'series' as const;
  return { item_key: keyOf(source, kind, id), source, kind, group_key: groupKeyOf(source, id) };
}

const isOver = (slot: string, { context }: ImportRun): boolean => slot <= context.now.toISOString();

const keyOfSlot = (
  { source }: ImportRun,
  { item }: SeriesEntry,
  { slot }: Pick<OccurrenceItem, 'slot'>,
): string => keyOf(source, 'occurrences', `${item.id}\n${slot}`);

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

function compare(run: ImportRun, entry: SeriesEntry, known: readonly ImportedItem[]) {
  const keys = new Set(known.map(({ item_key }) => item_key));
  const slots = new Map(entry.item.occurrences.map((one) => [keyOfSlot(run, entry, one), one]));
  return {
    added: new Map([...slots].filter(([key]) => !keys.has(key))),
    gone: known.filter(({ item_key }) => !slots.has(item_key)),
    same: known.filter(({ item_key }) => slots.has(item_key)),
  };
}

async function eventsOf(
  transaction: Transaction,
  items: readonly ImportedItem[],
): Promise<Map<number, OccurrenceEvent>> {
  const ids = items.map(({ record_id }) => record_id);
  const events = await lockedEvents(transaction, 'id', ids);
  return new Map(events.map((event) => [event.id, event]));
}

async function lockedEvents(
  transaction: Transaction,
  column: 'id' | 'recurrence_id',
  values: readonly unknown[],
  where: FindOptionsWhere<Event> = {},
): Promise<OccurrenceEvent[]> {
  if (values.length === 0) return [];
  const columns = ['id', 'version', 'status', 'overrides', 'recurrence_id'];
  const events = transaction.manager
    .createQueryBuilder(Event, 'event')
    .select(columns.map((column) => `event.${column}`))
    .where({ ...where, [column]: In([...values]) });
  return transaction.lockForUpdate(events).orderBy('event.id').getMany();
}
