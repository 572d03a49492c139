import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Problem } from '../../platform/errors';
import { RecordWriter, type VersionedRow } from '../../platform/changes';
import { Database, type Transaction } from '../../platform/database';
import { mainLanguage, withoutRemovals } from '../../platform/translations';
import { IMPORTED_KINDS, type ImportItem, type Reference } from './import-source';
import { type ImportTarget, ImportTargets } from './import-targets';
import type { ImportedItem } from './imported-item.entity';
import { groupKeyOf, keyOf, KnownItems, versionsOf } from './known-items';
import { attempt, type ImportRun, noteReplaced, type Replaced } from './import-run';
import { ImportTrash } from './import-trash';
import type { RowChange } from './row-changes';
import { RowLinks } from './row-links';
import { RowUids } from './row-uids';

/** Not validated yet. */
export interface ReadEntry {
  item: ImportItem;
  key: string;
  seriesKey: string;
  digest: string;
}

export interface ImportEntry extends ReadEntry {
  dto: object;
  /** Whether an earlier import has written it. */
  isKnown: boolean;
  /** Of a row of a known event. */
  change?: RowChange;
}

interface Outcome {
  created: number;
  updated: number;
  unchanged: number;
  edited_here: number;
  /** The series of which the events were occurrences. */
  replaced: Replaced;
}

/** The fields have the ids of the records that they refer to. */
interface Write {
  entry: ImportEntry;
  dto: object;
  known?: ImportedItem;
}

interface Batch {
  transaction: Transaction;
  run: ImportRun;
  target: ImportTarget;
}

@Injectable()
export class ImportWriter {
  constructor(
    private readonly database: Database,
    private readonly known: KnownItems,
    private readonly targets: ImportTargets,
    private readonly writer: RecordWriter,
    private readonly trash: ImportTrash,
    private readonly rowUids: RowUids,
    private readonly rowLinks: RowLinks,
  ) {}

  /**
   * Writes records of one kind in one transaction. If that fails, each half is written in a transaction of its own,
   * so that only the faulty record is rejected, after few steps.
   */
  async write(run: ImportRun, entries: readonly ImportEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const target = this.targets.of(entries[0].item.kind);
    const outcome = await attempt(this.database, run, (transaction) =>
      this.perform({ transaction, run, target }, entries),
    );
    const { report, created } = run;
    if (!(outcome instanceof Problem)) {
      const [{ item }] = entries;
      report.created += outcome.created;
      created.set(item.kind, (created.get(item.kind) ?? 0) + outcome.created);
      report.updated += outcome.updated;
      report.unchanged += outcome.unchanged;
      report.edited_here += outcome.edited_here;
      noteReplaced(run, outcome.replaced);
      report.expanded += entries.filter(({ item }) => item.group !== undefined).length;
    } else if (entries.length > 1) {
      const half = Math.ceil(entries.length / 2);
      await this.write(run, entries.slice(0, half));
      await this.write(run, entries.slice(half));
    } else {
      report.reject(entries[0].item, outcome);
    }
  }

  private async perform(batch: Batch, entries: readonly ImportEntry[]): Promise<Outcome> {
    const { transaction, run, target } = batch;
    const seriesKeys = new Set(entries.map(({ seriesKey }) => seriesKey));
    const keys = [...entries.map(({ key }) => key), ...seriesKeys];
    const known = await this.known.find(keys, transaction);
    await this.rowUids.add(run, entries, known, transaction);
    const series = [...known.values()].filter(
      ({ item_key, digest }) => seriesKeys.has(item_key) && digest !== '',
    );
    const replaced = await this.trash.replace(transaction, run, 'series', series);
    const changed = entries.filter(({ key, digest }) => known.get(key)?.digest !== digest);
    const versions = await versionsOf(
      transaction,
      target.entity,
      changed.flatMap(({ key }) => known.get(key)?.record_id ?? []),
    );
    const created: Write[] = [];
    const updated: Write[] = [];
    const dtos = await this.linked(batch, changed);
    for (const [index, entry] of changed.entries()) {
      const write = { entry, dto: dtos[index], known: known.get(entry.key) };
      const version = write.known && versions.get(write.known.record_id);
      if (!write.known) created.push(write);
      else if (version !== write.known.version && !run.overwrite) continue;
      else if (version === undefined) created.push(write);
      else updated.push(write);
    }
    await this.create(batch, created);
    for (const write of updated) await this.update(batch, write);
    return {
      created: created.length,
      updated: updated.length,
      unchanged: entries.length - changed.length,
      edited_here: changed.length - created.length - updated.length,
      replaced,
    };
  }

  private async create(batch: Batch, writes: readonly Write[]): Promise<void> {
    const groupOf = ({ entry }: Write): string => groupKeyOf(batch.run.source, entry.item.group);
    const groups = await this.known.firstOf(
      batch.transaction,
      writes.flatMap((write) => groupOf(write) || []),
    );
    // The first occurrence of a recurring event is the parent of the others.
    const heads: Write[] = [];
    const others: Write[] = [];
    const headed = new Set(groups.keys());
    for (const write of writes) {
      const group = groupOf(write);
      if (group !== '' && headed.has(group)) others.push(write);
      else heads.push(write);
      headed.add(group);
    }
    const ids = await this.insert(
      batch,
      heads.map((head) => {
        const { groupUid } = head.entry.item;
        return groupUid === undefined ? head : { ...head, dto: { ...head.dto, uid: groupUid } };
      }),
    );
    for (const [index, head] of heads.entries()) groups.set(groupOf(head), ids[index]);
    await this.insert(
      batch,
      others.map((write) => ({
        ...write,
        dto: { ...write.dto, post_parent: groups.get(groupOf(write)) },
      })),
    );
  }

  private async insert(
    { transaction, run, target }: Batch,
    writes: readonly Write[],
  ): Promise<number[]> {
    if (writes.length === 0) return [];
    const dtos = writes.map(({ dto }) => dto);
    const sourceIds = writes.map(({ entry: { item } }) => ({
      ...(run.keepIds && { id: item.recordId }),
      lineage: item.lineage,
    }));
    await assertFree(
      transaction,
      target,
      sourceIds.flatMap(({ id }) => id ?? []),
    );
    const ids = await target.writes.insertAll(transaction, dtos, run.context, sourceIds);
    const items = writes.map((write, index) => itemOf(run, write, ids[index], 1));
    await this.known.insert(
      transaction,
      items.filter((_item, index) => !writes[index].known),
    );
    for (const [index, item] of items.entries())
      if (writes[index].known)
        await this.known.replace(transaction, writes[index].known.item_key, item);
    return ids;
  }

  private async update({ transaction, run, target }: Batch, write: Write): Promise<void> {
    const id = write.known!.record_id;
    // The uid is set once.
    await target.writes.updateWithin(
      transaction,
      id,
      { ...write.dto, ...absentIn(write), uid: undefined },
      run.context,
    );
    const version = this.writer.written(transaction, target.entity, id)?.version;
    const item = itemOf(run, write, id, Number(version));
    await this.known.replace(transaction, write.known!.item_key, item);
  }

  /** Replaces venues and organizers by ids. */
  private async linked(batch: Batch, entries: readonly ImportEntry[]): Promise<object[]> {
    const dtos = await this.referring(batch, entries);
    const rows = dtos.filter((_dto, index) => entries[index].item.compare);
    if (rows.length === 0) return dtos;
    const resolved = await this.rowLinks.resolve(batch.transaction, rows);
    const byRow = new Map(rows.map((row, index) => [row, resolved[index]]));
    return dtos.map((dto, index) => {
      const { change } = entries[index];
      const { language = mainLanguage({}, batch.run.context) } = change ?? {};
      // A table has the columns of all its events: their empty cells remove nothing in the main language of this one.
      return withoutRemovals(withFurther(byRow.get(dto) ?? dto, change), language);
    });
  }

  /** Replaces references by ids. Records that are not here are left out. */
  private async referring(
    { transaction, run }: Batch,
    entries: readonly ImportEntry[],
  ): Promise<object[]> {
    const referencesOf = ({ item }: ImportEntry): [string, Reference][] =>
      Object.entries(item.references ?? {});
    const keysOf = ({ kind, ids }: Reference): string[] =>
      [ids].flat().map((id) => keyOf(run.source, kind, id));
    const all = entries.flatMap(referencesOf).map(([, reference]) => reference);
    if (all.length === 0) return entries.map(({ dto }) => dto);
    const known = await this.known.find(all.flatMap(keysOf), transaction);
    const live = await this.liveAmong(transaction, [...known.values()]);
    const idsOf = (reference: Reference): number[] =>
      keysOf(reference).flatMap((key) => {
        const item = known.get(key);
        return item && live.has(item) ? item.record_id : [];
      });
    return entries.map((entry) => ({
      ...entry.dto,
      ...Object.fromEntries(
        referencesOf(entry).map(([field, reference]) => {
          const ids = idsOf(reference);
          return [field, Array.isArray(reference.ids) ? ids : ids.at(0)];
        }),
      ),
    }));
  }

  private async liveAmong(
    { manager }: Transaction,
    items: readonly ImportedItem[],
  ): Promise<Set<ImportedItem>> {
    const live = new Set<ImportedItem>();
    for (const kind of IMPORTED_KINDS) {
      const ofKind = items.filter((item) => item.kind === kind);
      if (ofKind.length === 0) continue;
      const { entity, writes } = this.targets.of(kind);
      const rows = await manager
        .createQueryBuilder(entity, 'record')
        .select('record.id', 'id')
        .where({ id: In(ofKind.map(({ record_id }) => record_id)) })
        .andWhere(writes.trashWithin ? "record.status <> 'trash'" : '1 = 1')
        .getRawMany<{ id: number }>();
      const ids = new Set(rows.map(({ id }) => id));
      for (const item of ofKind) if (ids.has(item.record_id)) live.add(item);
    }
    return live;
  }
}

/** Leaves fields that the source does not have or change, unless the record is in the trash. */
function absentIn({ entry: { item, change }, known }: Write): Record<string, undefined> {
  const absent = [...Object.keys(item.defaults ?? {}), ...(change?.same ?? [])];
  return known?.digest === '' ? {} : Object.fromEntries(absent.map((name) => [name, undefined]));
}

/** A cell with the name of one venue replaces the first one. */
function withFurther(dto: { venue?: unknown[] }, change?: RowChange): object {
  const { venue } = dto;
  return change && venue && venue.length < 2
    ? { ...dto, venue: [...venue, ...change.furtherVenues] }
    : dto;
}

function itemOf(
  { source }: ImportRun,
  { entry: { item, key, digest } }: Write,
  record_id: number,
  version: number,
): ImportedItem {
  const { kind, group } = item;
  return {
    item_key: key,
    source,
    kind,
    group_key: groupKeyOf(source, group),
    record_id,
    digest,
    version,
  };
}

async function assertFree(
  { manager }: Transaction,
  { entity }: ImportTarget,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const taken = await manager
    .createQueryBuilder<VersionedRow>(entity, 'record')
    .where({ id: In([...ids]) })
    .select('record.id', 'id')
    .getRawOne<{ id: number }>();
  if (taken) throw new Problem('rest-bad-request', { message: `the id ${taken.id} is taken` });
}
