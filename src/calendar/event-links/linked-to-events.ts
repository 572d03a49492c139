import { Inject, Injectable, type Type } from '@nestjs/common';
import { DataSource, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import type { Caller, Owned } from '../../platform/access';
import { RecordWriter } from '../../platform/changes';
import { Database, Reads, type Transaction } from '../../platform/database';
import { invalidParams } from '../../platform/errors';
import type { RequestContext } from '../../platform/request-context';
import {
  canRead,
  type Linkable,
  notFound,
  selectRow,
  type TextReading,
  touchEvents,
  unknownIds,
  unlinkableIds,
  unlinkMost,
  withHiddenLinks,
} from '../records';
import type { EventLink } from './event-link.entity';
import { KnownRows, type LinkedRow, type RowVersion } from './known-rows';

/** What is known of a linked record without reading its row. */
export interface FoundRecord extends RowVersion, Owned {
  /** The key of its kind. */
  kind: string;
}

/** Which record an event is linked to. */
export interface PlacedLink {
  kind: string;
  event_id: number;
  id: number;
  /** By which the links of an event are in order, unless their kind has another one. */
  place: number;
}

/** A link of an event, with what is known of the record. */
export type FoundLink = FoundRecord & PlacedLink;

/** A row, and the event that it is read for. */
export interface OfEvent<Row> {
  event_id: number;
  row: Row;
}

/** The tables of a kind of linked records. */
export interface LinkTables {
  /** The table of links. */
  links: string;
  /** Its column with the id of the record. */
  key: string;
  /** Whether the links have an order. */
  ordered: boolean;
  /** The table of the records. */
  records: string;
  /** Whether the records have `modified_utc`. */
  hasDate: boolean;
}

/**
 * What a kind adds to the events: a class for each with one property, declared like any other. The
 * application combines it with the class of the events (`IntersectionType`).
 */
export interface LinkedFields {
  /** The property `key` of the body of writes, such as a `@LinkedField`. */
  body: Type<object>;
  /** The property `parameter` of the list's query, such as an `@IdsParameter`. */
  query: Type<object>;
  /** The property `key` of an answered event, a list, as an `@ApiProperty`. */
  record: Type<object>;
}

/**
 * A kind of records that can be linked to events: how they are found, read and answered. A provider
 * that extends this class in any module of the application is all that the events need: they link,
 * answer and filter by it, and the documents describe it
 * (docs/extending.md#linking-a-resource-to-events).
 *
 * As it is, records are linked by id; a kind that also takes names or new records extends `resolve`.
 */
@Injectable()
export abstract class LinkedToEvents<Row extends LinkedRow = LinkedRow> {
  @Inject(Database) protected readonly database: Database;
  @Inject(DataSource) private readonly dataSource: DataSource;
  @Inject(RecordWriter) private readonly writer: RecordWriter;

  /** The key of the linked records in an event, and in the body of its writes. */
  abstract readonly key: string;
  /** The parameter of the event list that keeps the events with one of these records. */
  abstract readonly parameter: string;
  /** One record, as errors call it. */
  abstract readonly noun: string;
  /** The entity of the records, which have a `version`. */
  abstract readonly entity: Type<ObjectLiteral>;
  /** The entity of the links. */
  abstract readonly links: Type<EventLink>;

  /** What it adds to the events; undefined if their classes have it themselves. */
  readonly fields?: LinkedFields;
  /** Whether lists show the records of a protected event to those who have not opened it. */
  readonly isShownOfProtected: boolean = false;
  /**
   * The table with the number of published events of each record, if there is one: the column of the
   * record's id is its primary key, and named as in the table of links; the other column is `count`.
   * The events keep it, and `present` gets a row with its `count`.
   */
  readonly counts?: string;
  private derivedTables?: LinkTables & Linkable;
  private reads?: Reads;
  /** Rows by which of their texts were read. */
  private readonly known = new Map<TextReading, KnownRows<Row>>();

  /** A record as it is answered inside of an event. */
  abstract present(row: Row, context: RequestContext): unknown;

  /**
   * The ids that an event is linked to after a write, in their order and each once.
   *
   * @param sent what the body has under the key
   * @param stored the links that there are
   * @throws Problem 400 that names every id an event cannot be linked to
   */
  async resolve(
    transaction: Transaction,
    sent: readonly number[],
    stored: readonly number[],
    { caller }: RequestContext,
  ): Promise<number[]> {
    const ids = [...new Set(sent)];
    if (!this.tables.ordered) ids.sort((one, other) => one - other);
    const unknown = await unlinkableIds(transaction, this.tables, ids, caller);
    if (unknown.length > 0) throw invalidParams(...notFound(this.key, this.noun, sent, unknown));
    return withHiddenLinks(transaction, this.tables, ids, stored, caller);
  }

  /**
   * The same as `resolve` for many new events, for a kind that can do it in fewer statements.
   *
   * @param lists what their bodies have under the key
   * @returns by the places of the lists; for those that are undefined `resolve` is asked
   */
  resolveAll?(
    transaction: Transaction,
    lists: readonly (readonly number[])[],
    context: RequestContext,
  ): Promise<(number[] | undefined)[]>;

  /** The ids that a filter means, and what of it means nothing. */
  async find(
    sent: readonly number[],
    caller: Caller,
  ): Promise<{ ids: readonly number[]; unknown: readonly (number | string)[] }> {
    return { ids: sent, unknown: await unknownIds(this.database, this.tables, sent, caller) };
  }

  /**
   * The records of links, in their order; those of all events in one statement, and none if all of
   * them are known.
   *
   * @param links of any events, in the order of their place
   * @param reading which long texts are needed
   */
  async read(
    links: readonly FoundLink[],
    reading: TextReading,
    caller: Caller,
  ): Promise<OfEvent<Row>[]> {
    if (links.length === 0) return [];
    const known = this.knownRows(reading);
    const rows = new Map<number, Row>();
    const unknown = new Set<number>();
    for (const link of links) {
      const row = rows.get(link.id) ?? known.find(link);
      if (row) rows.set(link.id, row);
      else unknown.add(link.id);
    }
    if (unknown.size > 0)
      for (const row of await this.select([...unknown], reading)) {
        known.keep(row);
        // It may have been hidden since its link was read.
        if (this.isShown(row, caller)) rows.set(row.id, row);
      }
    return this.inOrder(links, rows);
  }

  /** Those of these records that the caller may see, with all of their texts. */
  async readWhole(ids: readonly number[], caller: Caller): Promise<readonly Row[]> {
    const rows = await this.select(ids, 'all');
    return rows.filter((row) => this.isShown(row, caller));
  }

  /** Reads rows by their ids. */
  protected select(ids: readonly number[], reading: TextReading): Promise<Row[]> {
    return this.statements.rows<Row>(String(reading), { ids }, () => {
      const records = this.database.select(this.entity, 'record').where('record.id IN (:...ids)');
      const rows = selectRow(records, reading);
      if (this.counts === undefined) return rows;
      return rows
        .leftJoin(this.counts, 'counted', `counted.${this.tables.key} = record.id`)
        .addSelect('COALESCE(counted.count, 0)', 'count');
    });
  }

  /** The rows of the links that there are rows for, in the order in which an event shows them. */
  protected inOrder(links: readonly FoundLink[], rows: ReadonlyMap<number, Row>): OfEvent<Row>[] {
    const read: OfEvent<Row>[] = [];
    for (const { id, event_id } of links) {
      const row = rows.get(id);
      if (row) read.push({ event_id, row });
    }
    return read;
  }

  /**
   * Has events lose a record before it is deleted, and the log of changes note that they change with
   * it.
   */
  noteDeletions(): void {
    this.writer.beforeDeletion(this.entity, (transaction, id, isHidden) =>
      unlinkMost(transaction, this.tables, id, (events) =>
        this.writer.touch(transaction, 'events', events, isHidden),
      ),
    );
  }

  /**
   * Notes in the log of changes that the events of these records change with them: for a write after
   * which others may see them than before, in its transaction.
   */
  touchEvents(transaction: Transaction, ids: readonly number[], isHidden = false): Promise<void> {
    return touchEvents(this.writer, transaction, this.tables, ids, isHidden);
  }

  /** The SQL of the links of `:...events`: see `FoundLink`. */
  foundLinks(): string {
    const { links, key, ordered } = this.tables;
    const { columns, records, counted } = this.recordParts;
    return `SELECT '${this.key}' AS kind, link.event_id, ${columns},
        ${ordered ? 'link.position' : 'record.id'} AS place
      FROM ${links} link JOIN ${records} record ON record.id = link.${key} ${counted}
      WHERE link.event_id IN (:...events)`;
  }

  /** The same without what is known of the records. */
  placedLinks(): string {
    const { links, key, ordered } = this.tables;
    return `SELECT '${this.key}' AS kind, link.event_id, link.${key} AS id,
        ${ordered ? 'link.position' : `link.${key}`} AS place
      FROM ${links} link WHERE link.event_id IN (:...events)`;
  }

  /** The SQL of what is known of records with some ids: see `FoundRecord`. */
  foundRecords(condition: string): string {
    const { columns, records, counted } = this.recordParts;
    return `SELECT '${this.key}' AS kind, ${columns} FROM ${records} record ${counted}
      WHERE ${condition}`;
  }

  /** The parts of the SQL for `FoundRecord`. */
  private get recordParts(): { columns: string; records: string; counted: string } {
    const { key, records, hasStatus, hasDate } = this.tables;
    const owner = hasStatus ? 'record.author, record.status' : "0 AS author, 'publish' AS status";
    const count = this.counts === undefined ? '0 AS count' : 'COALESCE(counted.count, 0) AS count';
    return {
      columns: `record.id, record.version, ${hasDate ? 'record.modified_utc' : "''"} AS modified,
        ${owner}, ${count}`,
      records: this.dataSource.driver.escape(records),
      counted:
        this.counts === undefined
          ? ''
          : `LEFT JOIN ${this.counts} counted ON counted.${key} = record.id`,
    };
  }

  /** What follows from the entities. */
  get tables(): LinkTables & Linkable {
    return (this.derivedTables ??= this.derived());
  }

  private derived(): LinkTables & Linkable {
    const [links, records] = [this.links, this.entity].map((entity) =>
      this.dataSource.getMetadata(entity),
    );
    const key = links.primaryColumns.find(({ propertyName }) => propertyName !== 'event_id');
    if (!key) throw new Error(`${links.name} has no primary column for the id of a record.`);
    return {
      links: links.tableName,
      key: key.databaseName,
      ordered: hasColumn(links, 'position'),
      records: records.tableName,
      entity: this.entity,
      hasDate: hasColumn(records, 'modified_utc'),
      hasStatus: hasColumn(records, 'status') && hasColumn(records, 'author'),
    };
  }

  protected get statements(): Reads {
    return (this.reads ??= new Reads(this.database));
  }

  private knownRows(reading: TextReading): KnownRows<Row> {
    const known = this.known.get(reading) ?? new KnownRows<Row>();
    this.known.set(reading, known);
    return known;
  }

  private isShown(row: Row, caller: Caller): boolean {
    return !this.tables.hasStatus || canRead(row as unknown as Owned, caller);
  }
}

const hasColumn = (metadata: EntityMetadata, name: string): boolean =>
  metadata.columns.some(({ propertyName }) => propertyName === name);
