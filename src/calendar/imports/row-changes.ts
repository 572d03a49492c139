import { Injectable } from '@nestjs/common';
import { EventReader, type ListedEvent } from '../events';
import { inAllLanguages, TABLE_READING, tableCells } from '../feeds';
import type { ImportRun } from './import-run';
import type { ImportItem } from './import-source';
import type { ImportedItem } from './imported-item.entity';

export interface RowChange {
  /** A row does not have the password, so that the event is left as it is. */
  isProtected: boolean;
  /** Those of the row, with the times of the event for which a table has no column. */
  fields: Readonly<Record<string, unknown>>;
  /** The fields that the row leaves as they are. */
  same: ReadonlySet<string>;
  /** Ids of the venues for which a table has no column. */
  furtherVenues: readonly number[];
  /** The main language of the event. */
  language: string;
}

interface Row {
  item: ImportItem;
  key: string;
}

/** They are changed together. */
const TIMES: readonly string[] = ['start_date', 'end_date', 'timezone', 'all_day'];

/**
 * Compares rows with those that a table of this calendar has for the same events, so that a row from such a table
 * changes only what was changed in it.
 */
@Injectable()
export class RowChanges {
  constructor(private readonly reader: EventReader) {}

  /** Omits rows of new events, and of events in the trash. */
  async of<Entry extends Row>(
    entries: readonly Entry[],
    known: ReadonlyMap<string, ImportedItem>,
    { context }: ImportRun,
  ): Promise<Map<Entry, RowChange>> {
    const named = new Map<number, Entry>();
    for (const entry of entries) {
      const item = known.get(entry.key);
      if (item && entry.item.compare) named.set(item.record_id, entry);
    }
    const changes = new Map<Entry, RowChange>();
    const read = this.reader.listFor(
      TABLE_READING,
      [...named.keys()],
      inAllLanguages(context),
      (event) => event,
    );
    for await (const one of read) {
      const entry = named.get(one.event.id)!;
      if (one.isProtected || one.event.status !== 'trash')
        changes.set(entry, changeOf(entry.item, one));
    }
    return changes;
  }
}

function changeOf({ compare }: ImportItem, read: ListedEvent): RowChange {
  const { stored, fields } = compare!(tableCells(read));
  const same = new Set(
    Object.keys(fields).filter((name) => textOf(fields[name]) === textOf(stored[name])),
  );
  if (TIMES.some((name) => name in fields && !same.has(name)))
    for (const name of TIMES) same.delete(name);
  const [, ...further] = [read.event.venue].flat();
  return {
    isProtected: read.isProtected,
    fields,
    same,
    furtherVenues: further.map(({ id }) => id),
    language: read.event.language,
  };
}

/** Programs change the line breaks in cells. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value)?.replaceAll('\\r\\n', '\\n');
