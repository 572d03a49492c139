import { createReadStream } from 'node:fs';
import type { WallClock } from '../../platform/dates';
import { Problem } from '../../platform/errors';
import { yieldToEventLoop } from '../../platform/validation';
import type { SeriesSet } from '../events/series/set';

/** The kinds of imported records, in the order in which they are imported: later kinds refer to earlier ones. */
export const IMPORTED_KINDS = ['categories', 'tags', 'venues', 'organizers', 'events'] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];

/** A record of a source. */
export interface ImportItem {
  kind: ImportedKind;
  /** Identifies the record among those of its kind in the source. */
  id: string;
  /** The fields that the id is derived from, such as `name and start`: if one of them is wrong, the id is uncertain. */
  knownBy?: string;
  /** Its id here, if ids of the source are retained. */
  recordId?: number;
  /** Its global ids in the source, for the `global_id_lineage` of a new record. */
  lineage?: string[];
  /** The id of a row with a uid in earlier tables without. */
  formerId?: string;
  /** Whether its venues and organizers are cells of a table: see `RowLinks`. */
  isRow?: boolean;
  /** The fields of a new record that the source does not have. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Its position in the source, for the report: `line 12`. */
  at: string;
  /** Its UID, for the report. */
  uid?: string;
  /** Its fields, as a client of the API would send them. */
  fields: Readonly<Record<string, unknown>>;
  /** Field → the ids, in the source, of the records of this kind that it refers to. */
  references?: Readonly<Record<string, Reference>>;
  /** Field → its name in the source, for the reasons of rejections. */
  names?: Readonly<Record<string, string>>;
  /** The id of the recurring event in the source that this event is an occurrence of. */
  group?: string;
  /** The `uid` of that recurring event, which its first occurrence gets. */
  groupUid?: string;
}

/** A series of a source. */
export interface SeriesItem extends Omit<
  ImportItem,
  | 'kind'
  | 'recordId'
  | 'formerId'
  | 'isRow'
  | 'defaults'
  | 'lineage'
  | 'references'
  | 'group'
  | 'groupUid'
> {
  kind: 'series';
  /** Its rule and dates, as in its fields. */
  set: SeriesSet;
  /** The occurrences that differ from the series. */
  occurrences: readonly OccurrenceItem[];
}

/** An occurrence with fields of its own. */
export interface OccurrenceItem {
  /** The local time that the series has for it; its `recurrence_id` here. */
  slot: WallClock;
  at: string;
  /** The fields that differ from those of the series. */
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
  /** The id of the record, if it is known: a record that is in the source is not pruned. */
  known?: Pick<ImportItem, 'id' | 'group'> & { kind: ImportedKind | 'series' };
}

/** Records to be imported, one at a time: a source is never in memory as a whole. */
export interface ImportSource {
  /**
   * Reads the source once, without its records.
   *
   * @param most a number of records after which the reading may end
   * @returns the number of records that were read
   * @throws Problem import-unreadable
   */
  count(most: number): Promise<number>;

  /** Reads the records in the order of `IMPORTED_KINDS`; series may be between them. */
  items(): AsyncIterable<ImportItem | SeriesItem | RejectedItem>;

  /** Sentences for the report about the reading, known at its end. */
  readonly notes: readonly string[];

  /** Whether all records of the source were read, known at the end of the reading. */
  readonly isComplete: boolean;

  /** An event of a site, known after `count`: the site may be this calendar. */
  readonly sample?: Readonly<Record<string, unknown>>;

  /** Whether the source gives published records only. */
  readonly isPublishedOnly?: boolean;
}

export const unreadable = (message: string): Problem =>
  new Problem('import-unreadable', { message });

/** A text that can be read several times. */
export interface TextFile {
  read(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** The bytes of a body that are read in one turn of the event loop. */
const SLICE = 32 * 1024;

/**
 * Returns a body as a file. Other requests are handled between its slices.
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
