import { Injectable, type Type } from '@nestjs/common';
import { Problem } from '../../platform/errors';
import { Conditions } from '../../platform/http/conditional';
import type { RequestContext } from '../../platform/http/context';
import { InputPipe, yieldToEventLoop } from '../../platform/validation';
import { batchesOf } from '../../platform/database';
import { UpdateEventDto } from '../events/dto/update-event.dto';
import { occurrencesOfNew } from '../events';
import { CreateSeriesDto } from '../events/series/dto/create-series.dto';
import { ImportReport } from './import-report';
import {
  type ImportItem,
  type ImportSource,
  type RejectedItem,
  type SeriesItem,
  unreadable,
} from './import-source';
import { ImportTargets } from './import-targets';
import { ImportTrash } from './import-trash';
import { type ImportRun, RecordInput } from './import-run';
import { type ImportEntry, ImportWriter, type ReadEntry } from './import-writer';
import { jsonOf, digestOf, groupKeyOf, keyOf, KnownItems, seriesKeyOf } from './known-items';
import { RowChanges } from './row-changes';
import { RowUids } from './row-uids';
import { type OccurrenceEntry, SeriesWriter } from './series-writer';

interface ImportOptions {
  /** Identifies the source: a later import with the same name updates the records of this one. */
  source: string;
  dryRun?: boolean;
  overwrite?: boolean;
  /** Whether records that the source no longer has are moved to the trash. */
  prune?: boolean;
  /** Whether they are moved even if they are more than half of a kind. */
  pruneAnyway?: boolean;
  /** Whether new records keep the ids of the source: only in a calendar without other records. */
  keepIds?: boolean;
  /** Maximum events of the source, with each occurrence of its series. */
  most?: number;
  /** Ends the import after the current batch. */
  signal?: AbortSignal;
}

interface ImportProgress {
  begin?: (total: number) => void;
  advance?: (items: number) => void;
  /** Called if too many records would be pruned. */
  refuse?: () => void;
}

type Item = ImportItem | SeriesItem | RejectedItem;
type Items = AsyncIterable<Item> | Iterable<Item>;

/** Line 9 comes before line 10. */
const POSITIONS = new Intl.Collator('en', { numeric: true });

/** Maximum records of a transaction. Records with long fields count as several. */
const BATCH = 250;
/** Maximum records of a transaction if some are updated, each by statements of its own. */
const UPDATE_BATCH = 50;
const BATCH_LENGTH = 1_000_000;
/** Records between two pauses for other requests. */
const YIELD_EVERY = 5;

@Injectable()
export class ImportsService {
  constructor(
    private readonly input: InputPipe,
    private readonly targets: ImportTargets,
    private readonly known: KnownItems,
    private readonly writer: ImportWriter,
    private readonly series: SeriesWriter,
    private readonly trash: ImportTrash,
    private readonly rowUids: RowUids,
    private readonly rowChanges: RowChanges,
  ) {}

  /**
   * Batches before an error stay imported; the import can be repeated.
   *
   * @throws Problem import-unreadable, import-too-large
   */
  async run(
    source: ImportSource,
    {
      source: name,
      dryRun = false,
      overwrite = false,
      prune = false,
      pruneAnyway = false,
      keepIds = false,
      most = Infinity,
      signal,
    }: ImportOptions,
    context: RequestContext,
    { begin, advance, refuse }: ImportProgress = {},
  ): Promise<ImportReport> {
    if (keepIds && (await this.known.hasOthers(name)))
      throw unreadable('Ids can only be kept in a calendar without other records.');
    const total = await source.count(most);
    const { sample } = source;
    if (sample && (await this.known.isOwn(sample)))
      throw unreadable(
        `The site is this calendar: event ${Number(sample.id)} is the same in both.`,
      );
    if (total > most) throw tooLarge(`more than ${most} events`, most);
    begin?.(total);
    const report = new ImportReport(name, dryRun);
    const run: ImportRun = {
      source: name,
      dryRun,
      overwrite,
      keepIds,
      // Preconditions and the language of the request do not apply to its records.
      context: {
        ...context,
        conditions: new Conditions(undefined, undefined, context.now),
        language: undefined,
      },
      report,
      input: new RecordInput(this.input),
      created: new Map(),
      seen: new Set(),
      seenKinds: new Set(),
      isPublishedOnly: source.isPublishedOnly ?? false,
      signal,
      isIdentified: true,
      unreadGroups: new Set(),
      replaced: new Set(),
      cutSeries: 0,
      waiting: 0,
      keptProtected: 0,
    };
    const before = prune && !pruneAnyway ? await this.trash.countLive(run) : undefined;
    const items = most === Infinity ? source.items() : await itemsOf(source, run, most);
    await this.readAll(items, run, advance);
    report.rejected.sort((one, other) => POSITIONS.compare(one.at, other.at));
    if (run.created.size > 1 && report.created > 0)
      report.notes.push(
        `Created by kind: ${[...run.created].map(([kind, count]) => `${kind} ${count}`).join(', ')}.`,
      );
    report.notes.push(...source.notes);
    if (run.cutSeries > 0)
      report.notes.push(
        `Occurrences that are over were left out of ${run.cutSeries} series, because there are too many.`,
      );
    if (run.waiting > 0)
      report.notes.push(
        `Changed or canceled occurrences that are not created yet: ${run.waiting}. Repeat the import when they are.`,
      );
    if (run.keptProtected > 0)
      report.notes.push(
        `Events with a password, which were left as they are: ${run.keptProtected}.`,
      );
    if (signal?.aborted)
      report.notes.push('The import has ended early, because its client has disconnected.');
    else if (prune && !(await this.trash.prune(run, source, before))) refuse?.();
    return report;
  }

  private async readAll(
    items: Items,
    run: ImportRun,
    advance: ImportProgress['advance'],
  ): Promise<void> {
    let batch: ReadEntry[] = [];
    let length = 0;
    // A batch is written while the next one is read and validated.
    let writing = Promise.resolve();
    const flush = async (): Promise<void> => {
      const read = batch.length;
      const valid = await this.valid(run, batch);
      batch = [];
      length = 0;
      await writing;
      writing = this.write(run, valid).then(() => advance?.(read));
      // The next `await` throws it.
      writing.catch(() => undefined);
    };
    try {
      for await (const item of items) {
        if (run.signal?.aborted) return;
        if ('reason' in item) {
          run.isIdentified &&= item.known !== undefined;
          this.reject(run, item);
          advance?.(1);
          continue;
        }
        if (item.kind === 'series') {
          const key = keyOf(run.source, item.kind, item.id);
          run.seen.add(key).add(groupKeyOf(run.source, item.id));
          run.seenKinds.add('events');
          await writing;
          await this.storeSeries(run, item);
          advance?.(1 + item.occurrences.length);
          continue;
        }
        // A category refers to its parent, which must be stored first.
        const refersToOwnKind = Object.values(item.references ?? {}).some(
          ({ kind }) => kind === item.kind,
        );
        const isFull = batch.length >= BATCH || length >= BATCH_LENGTH;
        if (isFull || refersToOwnKind || batch.at(0)?.item.kind !== item.kind) await flush();
        const key = keyOf(run.source, item.kind, item.id);
        if (run.seen.has(key)) {
          const { knownBy = 'id' } = item;
          this.reject(run, {
            ...item,
            reason: `is in the source already, with the same ${knownBy}`,
          });
          advance?.(1);
          continue;
        }
        run.seen.add(key);
        run.seenKinds.add(item.kind);
        if (item.group !== undefined) run.seen.add(groupKeyOf(run.source, item.group));
        const json = jsonOf(item);
        length += json.length;
        const digest = digestOf(item, json);
        batch.push({ item, key, seriesKey: seriesKeyOf(run.source, item), digest });
        if (batch.length % YIELD_EVERY === 0) await yieldToEventLoop();
      }
      await flush();
    } finally {
      await writing;
    }
  }

  private async write(run: ImportRun, entries: readonly ImportEntry[]): Promise<void> {
    const most = entries.some(({ isKnown }) => isKnown) ? UPDATE_BATCH : BATCH;
    for (const some of batchesOf(entries, most))
      if (!run.signal?.aborted) await this.writer.write(run, some);
  }

  private async valid(run: ImportRun, batch: readonly ReadEntry[]): Promise<ImportEntry[]> {
    if (batch.length === 0) return [];
    const known = await this.known.find(batch.flatMap(({ key, seriesKey }) => [key, seriesKey]));
    await this.rowUids.add(run, batch, known);
    const isSame = (entry: ReadEntry): boolean =>
      // The series of which it was an occurrence is to be replaced.
      known.get(entry.key)?.digest === entry.digest && !known.get(entry.seriesKey)?.digest;
    const changed = batch.filter((entry) => !isSame(entry));
    const same = batch.filter(isSame);
    run.report.unchanged += same.length;
    run.report.expanded += same.filter(({ item }) => item.group !== undefined).length;
    const changes = await this.rowChanges.of(changed, known, run);
    const valid: ImportEntry[] = [];
    for (const [index, entry] of changed.entries()) {
      if (index % YIELD_EVERY === 0) await yieldToEventLoop();
      const change = changes.get(entry);
      if (change?.isProtected) run.keptProtected++;
      if (change?.isProtected || change?.same.size === Object.keys(entry.item.fields).length) {
        run.report.unchanged++;
        continue;
      }
      const { fields } = change ?? entry.item;
      const item = { ...entry.item, fields };
      const dto = await this.validated(run, item, this.targets.of(item.kind).dto);
      if (dto) valid.push({ ...entry, dto, isKnown: known.has(entry.key), change });
      else run.isIdentified &&= entry.item.knownBy === undefined;
    }
    return valid;
  }

  /** An invalid occurrence is rejected alone. */
  private async storeSeries(run: ImportRun, item: SeriesItem): Promise<void> {
    await yieldToEventLoop();
    const dto = await this.validated(run, item, CreateSeriesDto);
    if (!dto) return;
    const occurrences: OccurrenceEntry[] = [];
    for (const [index, one] of item.occurrences.entries()) {
      if (index % YIELD_EVERY === 0) await yieldToEventLoop();
      const { uid, names } = item;
      const own = await this.validated(run, { ...one, uid, names }, UpdateEventDto);
      if (own) occurrences.push({ item: one, digest: digestOf(one), dto: own });
    }
    await this.series.write(run, { item, digest: digestOf(item), dto, occurrences });
  }

  private async validated<Dto extends object>(
    run: ImportRun,
    item: Pick<ImportItem, 'at' | 'uid' | 'names' | 'fields' | 'defaults'>,
    dto: Type<Dto>,
  ): Promise<Dto | undefined> {
    try {
      return await run.input.read({ ...item.defaults, ...item.fields }, dto);
    } catch (error) {
      run.report.reject(item, error);
      return undefined;
    }
  }

  private reject(run: ImportRun, { at, uid, reason, known }: RejectedItem): void {
    run.report.rejected.push({ at, uid, reason });
    if (!known) return;
    run.seen.add(keyOf(run.source, known.kind, known.id));
    run.seenKinds.add(known.kind === 'series' ? 'events' : known.kind);
    if (known.group !== undefined) run.unreadGroups.add(groupKeyOf(run.source, known.group));
  }
}

/**
 * Reads all records of a small source.
 *
 * @throws Problem import-too-large
 */
async function itemsOf(source: ImportSource, run: ImportRun, most: number): Promise<Item[]> {
  const items: Item[] = [];
  let events = 0;
  for await (const item of source.items()) {
    if (run.signal?.aborted) return [];
    items.push(item);
    if ('reason' in item) continue;
    events += item.kind === 'series' ? occurrencesOfNew(item.set, run.context) : 1;
    if (events > most)
      throw tooLarge(`more than ${most} events, with the occurrences of recurring ones`, most);
  }
  return items;
}

const tooLarge = (size: string, most: number): Problem =>
  new Problem('import-too-large', {
    message: `The file has ${size}. Send at most ${most} at once, or use the command line.`,
  });
