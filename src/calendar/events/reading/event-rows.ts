import type { SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/http/request-context';
import type { Locator, Locators } from '../../../platform/http/routing';
import { type Database, Reads, type Statement } from '../../../platform/storage/database';
import { KnownRows, type RowVersion } from '../../links';
import { type Beginnings, selectRow, SHORT, type TextReading } from '../../posts';
import { canRead, isOpenTo } from '../../publication';
import type { EventRow } from '../event-record';
import { Event } from '../event.entity';
import { Series } from '../series/series.entity';

/** The columns read from the row of an event. */
export interface Columns {
  /** All columns if undefined. */
  names?: readonly (keyof Event)[];
  texts: TextReading | Beginnings;
}

/** The columns of a series that the structured data of its events needs. */
const SERIES_COLUMNS = ['id', 'version', 'title', 'slug', 'author', 'status', 'password_hash'].map(
  (column) => `series.${column}`,
);

/** Reads rows of events. The rows of lists are cached by version. */
export class EventRows {
  private readonly reads: Reads;
  private readonly known = new KnownRows<EventRow>();

  constructor(
    private readonly database: Database,
    private readonly locators: Locators,
    private readonly isCaching: boolean,
  ) {
    this.reads = new Reads(database);
  }

  /** Returns the statement that reads one event. */
  statementFor(locator: Locator, columns: Columns): Statement {
    const [condition, values] = this.locators.conditionOf(locator, 'events', 'event');
    return this.reads.statement(`${condition} ${shapeOf(columns)}`, values, () =>
      this.select(columns).where(condition),
    );
  }

  /** Returns whether rows of all these events are cached, which may be stale. */
  has(ids: readonly number[], columns: Columns): boolean {
    return this.keeps(columns) && ids.every((id) => this.known.has(id));
  }

  /** Returns the events of these versions; only rows missing in the cache are read. */
  async ofVersions(
    versions: readonly RowVersion[],
    columns: Columns,
    caller: Caller,
  ): Promise<EventRow[]> {
    const known: EventRow[] = [];
    const unknown: number[] = [];
    for (const version of versions) {
      const row = this.known.find(version);
      if (row) known.push(row);
      else unknown.push(version.id);
    }
    if (unknown.length === 0) return known;
    return [...known, ...(await this.of(unknown, columns, caller))];
  }

  /** Returns whether rows are cached: only rows with all columns, as lists read them, if the cache is on. */
  private keeps({ texts, names }: Columns): boolean {
    return this.isCaching && texts === SHORT && names === undefined;
  }

  /**
   * Reads again whether the caller may see the events: they may have been hidden since the ids were selected.
   */
  async of(ids: readonly number[], columns: Columns, caller: Caller): Promise<EventRow[]> {
    const rows = await this.reads.rows<EventRow>(`ids ${shapeOf(columns)}`, { ids }, () =>
      this.select(columns).where('event.id IN (:...ids)'),
    );
    if (this.keeps(columns)) for (const row of rows) this.known.keep(row);
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

  /** Returns the id of a series; undefined if there is none that the caller may read. */
  async seriesBySlug(slug: string, caller: Caller): Promise<number | undefined> {
    const found = await this.database
      .select(Series, 'series')
      .select(SERIES_COLUMNS)
      .where('series.slug = :slug', { slug })
      .getOne();
    return found && canRead(found, caller) ? found.id : undefined;
  }

  private select({ texts, names }: Columns): SelectQueryBuilder<Event> {
    return selectRow(this.database.select(Event, 'event'), texts, names);
  }
}

/** Returns a cache key of everything that the SQL of these columns depends on. */
const shapeOf = ({ texts, names }: Columns): string =>
  `${JSON.stringify(texts)} ${names?.join() ?? 'all'}`;
