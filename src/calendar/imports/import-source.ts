import { createReadStream } from 'node:fs';
import type { WallClock } from '../../platform/dates';
import { Problem } from '../../platform/errors';
import { yieldToEventLoop } from '../../platform/validation';
import type { SeriesSet } from '../events/series/set';

/** In the order of import: later kinds refer to earlier ones. */
export const IMPORTED_KINDS = ['categories', 'tags', 'venues', 'organizers', 'events'] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];

export interface ImportItem {
  kind: ImportedKind;
  /** Identifies the record among those of its kind in the source. */
  id: string;
  /** The fields that the id is derived from, such as `name and start`: if one is wrong, the id is uncertain. */
  knownBy?: string;
  /** The id here, if ids of the source are kept. */
  recordId?: number;
  /** Global ids in the source, for the `global_id_lineage` of a new record. */
  lineage?: string[];
  /** The id that a row with a uid had in an earlier table without the column. */
  formerId?: string;
  /**
   * For an event of a table: returns the fields of the cells of a stored event as if they were in its row, and
   * those that the row has for this event.
   */
  compare?: (
    cells: ReadonlyMap<string, string>,
  ) => Record<'stored' | 'fields', Record<string, unknown>>;
  /** Values of a new record for fields that the source does not have. */
  defaults?: Readonly<Record<string, unknown>>;
  /** For the report: `line 12`. */
  at: string;
  /** For the report. */
  uid?: string;
  fields: Readonly<Record<string, unknown>>;
  /** Field → ids, in the source, of records that it refers to. */
  references?: Readonly<Record<string, Reference>>;
  /** Field → its name in the source, for the reasons of rejections. */
  names?: Readonly<Record<string, string>>;
  /** The id of the recurring event in the source. */
  group?: string;
  /** The `uid` of the recurring event, which the first occurrence gets. */
  groupUid?: string;
}

export interface SeriesItem extends Omit<
  ImportItem,
  | 'kind'
  | 'recordId'
  | 'formerId'
  | 'compare'
  | 'defaults'
  | 'lineage'
  | 'references'
  | 'group'
  | 'groupUid'
> {
  kind: 'series';
  set: SeriesSet;
  /** Only occurrences that differ from the series. */
  occurrences: readonly OccurrenceItem[];
}

export interface OccurrenceItem {
  /** The local time that the series has for it: its `recurrence_id` here. */
  slot: WallClock;
  at: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface Reference {
  kind: ImportedKind;
  /** One id for a field with a single value, such as `parent`. */
  ids: readonly string[] | string;
}

/** A part of a source that is not a record, and why. */
export interface RejectedItem {
  at: string;
  uid?: string;
  reason: string;
  /** Set if the record is known: it is in the source, and so it is not pruned. */
  known?: Pick<ImportItem, 'id' | 'group'> & { kind: ImportedKind | 'series' };
}

/** Read one record at a time: a source is never in memory as a whole. */
export interface ImportSource {
  /**
   * Reads the whole source before the import.
   *
   * @param most the reading may end after so many records
   * @returns the number of records
   * @throws Problem import-unreadable
   */
  count(most: number): Promise<number>;

  /** In the order of `IMPORTED_KINDS`; series may be between them. */
  items(): AsyncIterable<ImportItem | SeriesItem | RejectedItem>;

  /** Sentences for the report, complete at the end of the reading. */
  readonly notes: readonly string[];

  /** Whether all records were read; known at the end of the reading. */
  readonly isComplete: boolean;

  /** An event of the site, known after `count`, to detect that the site is this calendar. */
  readonly sample?: Readonly<Record<string, unknown>>;

  readonly isPublishedOnly?: boolean;
}

export const unreadable = (message: string): Problem =>
  new Problem('import-unreadable', { message });

export interface TextFile {
  read(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Bytes of a body read in one turn of the event loop. */
const SLICE = 32 * 1024;

/**
 * Reads a body in slices, so that other requests are handled between them.
 *
 * @param signal ends the reading
 */
export const contentOf = (content: Buffer, signal?: AbortSignal): TextFile => ({
  async *read() {
    for (let start = 0; start < content.length && !signal?.aborted; start += SLICE) {
      yield content.subarray(start, start + SLICE);
      await yieldToEventLoop();
    }
  },
});

export const fileAt = (path: string): TextFile => ({
  read: () => createReadStream(path) as AsyncIterable<Buffer>,
});
