import { Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import type { Caller } from '../../../platform/http/context';
import { type RecordKey, RecordKeys } from '../../../platform/http/routing';
import { Database } from '../../../platform/database';
import { type Beginnings, rowColumns, selectList, type TextReading } from '../../posts';
import { canRead, isOpenTo } from '../../publication';
import type { EventRow } from '../event-record';
import { Event } from '../event.entity';
import { Series } from '../series/series.entity';

export interface Columns {
  /** All columns if undefined. */
  names?: readonly (keyof Event)[];
  texts: TextReading | Beginnings;
}

/** For structured data. */
const SERIES_COLUMNS = ['id', 'version', 'title', 'slug', 'author', 'status', 'password_hash'].map(
  (column) => `series.${column}`,
);

@Injectable()
export class EventRows {
  private readonly metadata: EntityMetadata;

  constructor(
    private readonly database: Database,
    private readonly recordKeys: RecordKeys,
    dataSource: DataSource,
  ) {
    this.metadata = dataSource.getMetadata(Event);
  }

  async find(recordKey: RecordKey, columns: Columns): Promise<EventRow | undefined> {
    const [condition, values] = this.recordKeys.conditionOf(recordKey, 'events', 'event');
    const statement = this.database.escape(this.select(columns, condition), values);
    const [row] = await this.database.rows<EventRow>(...statement);
    return row;
  }

  /** Checks read access again: events may have been hidden since the ids were selected. */
  async of(ids: readonly number[], columns: Columns, caller: Caller): Promise<EventRow[]> {
    const placeholders = ids.map(() => '?').join(', ');
    const rows = await this.database.rows<EventRow>(
      this.select(columns, `event.id IN (${placeholders})`),
      ids,
    );
    return rows.filter((row) => canRead(row, caller));
  }

  /** Returns undefined for a single event, or if the caller may not read the series. */
  async seriesOf({ series }: EventRow, caller: Caller): Promise<Series | undefined> {
    if (!series) return undefined;
    const found = await this.database
      .select(Series, 'series')
      .select(SERIES_COLUMNS)
      .where('series.id = :series', { series })
      .getOne();
    return found && canRead(found, caller) && isOpenTo(found, caller) ? found : undefined;
  }

  async seriesBySlug(slug: string, caller: Caller): Promise<number | undefined> {
    const found = await this.database
      .select(Series, 'series')
      .select(SERIES_COLUMNS)
      .where('series.slug = :slug', { slug })
      .getOne();
    return found && canRead(found, caller) ? found.id : undefined;
  }

  private select({ texts, names }: Columns, condition: string): string {
    const columns = selectList(this.metadata, rowColumns(this.metadata, 'event', texts, names));
    return `SELECT ${columns} FROM events event WHERE ${condition}`;
  }
}
