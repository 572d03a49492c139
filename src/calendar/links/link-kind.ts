import { Inject, Injectable, type Type, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import type { Owned } from '../../platform/auth';
import { fault, invalidParams } from '../../platform/errors';
import type { Caller, RequestContext } from '../../platform/http/context';
import { entryPath, type ExtendedType } from '../../platform/validation';
import { RecordWriter } from '../../platform/changes';
import {
  Database,
  rowColumns,
  type RowReading,
  selectList,
  type Sized,
  type Transaction,
} from '../../platform/database';
import { canRead } from '../publication';
import type { EventLink } from './event-link.entity';
import { type Linkable, unknownIds, unlinkableIds, withHiddenLinks } from './linkable';
import type { LinkTable } from './link-table';
import { touchEvents, unlinkMost } from './linked-events';
import { touchSeries, unlinkSeries } from './linked-series';
import { DiscoveryService } from '@nestjs/core';
import { IntersectionType } from '@nestjs/swagger';
import { EventCounts } from '../event-counts';

/** The size of a record, and the columns that the ETag of its events depends on. */
export interface LinkedRow extends Sized {
  version: number;
  /** As stored, if the table has the column. */
  modified_utc?: Date | string;
  count?: number;
}

/**
 * Which columns are read: those of the row with some of its long texts, or only those for the ETag of an
 * event.
 */
export type LinkReading = RowReading | 'version';

const NO_TEXTS: RowReading = { texts: 'none', translations: false };

interface Tables extends LinkTable, Linkable {
  /** Whether links have a position. */
  ordered: boolean;
  /** SQL of the records as `record`, joined with `counts` as `counted`. */
  source: string;
  metadata: EntityMetadata;
}

/**
 * The properties that a kind adds to events: three classes with one property each, which the application
 * combines with those of events (`IntersectionType`).
 */
export interface LinkedFields {
  /** In the body, under `key`, such as a `@LinkedField`. */
  body: Type<object>;
  /** In the query of the list, under `parameter`, such as an `@IdsParameter`. */
  query: Type<object>;
  /** In responses, under `key`: a list, as an `@ApiProperty`. */
  record: Type<object>;
}

/**
 * A kind of records that events link to. A provider that extends this class in any module is sufficient:
 * events are linked to its records, return them and are filtered by them, and the OpenAPI document describes
 * it (docs/extending/linked-resource.md).
 *
 * By default, records are linked by id. A kind that also accepts names or new records overrides `resolve`.
 */
@Injectable()
export abstract class LinkKind<Row extends LinkedRow = LinkedRow> {
  @Inject(Database) protected readonly database: Database;
  @Inject(DataSource) private readonly dataSource: DataSource;
  @Inject(RecordWriter) private readonly writer: RecordWriter;

  /** The key in an event, and in the body of its writes. */
  abstract readonly key: string;
  /** The parameter of the event list. */
  abstract readonly parameter: string;
  /** The name in error messages. */
  abstract readonly noun: string;
  /** It has a `version`. */
  abstract readonly entity: Type<ObjectLiteral>;
  abstract readonly links: Type<EventLink>;

  /** Undefined if the classes of events declare them. */
  readonly fields?: LinkedFields;
  /** Whether protected events show the records to callers without the password. */
  readonly isShownOfProtected: boolean = false;
  /**
   * The table with the number of published events of each record, if there is one. Its primary key is named
   * as in the table of links; the other column is `count`. The events keep it up to date, and `present` gets
   * a row with its `count`.
   */
  readonly counts?: string;
  /** Whether a number needs no other check than that it is the id of a linkable record. */
  readonly takesIds: boolean = false;
  /** A column for `sort` that rows of the entity do not have. */
  protected readonly sortColumn?: string;
  private derivedTables?: Tables;
  /** Reading → SQL. */
  private readonly jsonOf = new Map<string, string>();

  /** As it is inside an event. */
  abstract present(row: Row, context: RequestContext): unknown;

  /**
   * Returns the ids that an event is linked to after a write, in their order and without duplicates.
   *
   * @param sent the value of the key in the body
   * @param stored the current links
   * @throws Problem 400 naming every id that an event cannot be linked to
   */
  async resolve(
    transaction: Transaction,
    sent: readonly number[],
    stored: readonly number[],
    { caller }: RequestContext,
  ): Promise<number[]> {
    const ids = [...new Set(sent)];
    if (!this.tables.ordered) ids.sort((one, other) => one - other);
    await this.assertLinkable(transaction, ids, sent, caller);
    return withHiddenLinks(transaction, this.tables, ids, stored, caller);
  }

  /**
   * @param sent the value of the key in the body
   * @throws Problem 400 naming every id that an event cannot be linked to
   */
  protected async assertLinkable(
    transaction: Transaction,
    ids: readonly number[],
    sent: readonly unknown[],
    caller: Caller,
  ): Promise<void> {
    const unknown = await unlinkableIds(transaction, this.tables, ids, caller);
    const faults = unknown.map((id) => {
      const path = [this.key, ...entryPath(sent, sent.indexOf(id))];
      return fault(path, 'not-found', `no such ${this.noun}: ${id}`);
    });
    if (faults.length > 0) throw invalidParams(...faults);
  }

  /**
   * Resolves the references of many new events with fewer statements than `resolve`.
   *
   * @returns the ids for each list; undefined for lists that `resolve` has to handle
   * @throws Problem for a reference that `resolve` rejects
   */
  resolveAll?(
    transaction: Transaction,
    lists: readonly (readonly number[])[],
    context: RequestContext,
  ): Promise<(number[] | undefined)[]>;

  /** Returns the ids for the values of a filter. */
  async find(
    sent: readonly number[],
    caller: Caller,
  ): Promise<{ ids: readonly number[]; unknown: readonly (number | string)[] }> {
    return { ids: sent, unknown: await unknownIds(this.database, this.tables, sent, caller) };
  }

  /** They are in the order of their positions or ids. */
  sort?(rows: Row[]): void;

  /** Returns the records that the caller may see, with all texts. */
  async readWhole(
    ids: readonly number[],
    caller: Caller,
    translations: boolean,
  ): Promise<readonly Row[]> {
    const { metadata, source } = this.tables;
    const rows = await this.database.rows<Row>(
      `SELECT ${selectList(metadata, this.columns({ texts: 'all', translations }))} FROM ${source}
       WHERE record.id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    );
    return rows.filter((row) => this.isShown(row, caller));
  }

  /** SQL of a record as a JSON object. */
  asJson(reading: LinkReading): string {
    const key = JSON.stringify(reading);
    const json = this.jsonOf.get(key) ?? this.builtJson(reading);
    this.jsonOf.set(key, json);
    return json;
  }

  private builtJson(reading: LinkReading): string {
    const { metadata } = this.tables;
    const pairs = [...this.columns(reading)].map(([name, sql]) => {
      const isReal = metadata.findColumnWithPropertyName(name)?.type === 'double';
      return `'${name}', ${isReal ? this.database.exactInJson(sql) : sql}`;
    });
    return `JSON_OBJECT(${pairs.join(', ')})`;
  }

  /** Column → SQL. */
  private columns(reading: LinkReading): Map<string, string> {
    const { metadata } = this.tables;
    const columns =
      reading === 'version'
        ? rowColumns(metadata, 'record', NO_TEXTS, ['id', 'version', 'author', 'status'])
        : rowColumns(metadata, 'record', reading);
    if (this.sortColumn !== undefined) columns.set(this.sortColumn, `record.${this.sortColumn}`);
    if (this.counts !== undefined) columns.set('count', 'COALESCE(counted.count, 0)');
    return columns;
  }

  isShown(row: LinkedRow, caller: Caller): boolean {
    return !this.tables.hasStatus || canRead(row as unknown as Owned, caller);
  }

  /** Logs changes of the events and series that show the records or hide them since a write. */
  async touchLinked(transaction: Transaction, ids: readonly number[]): Promise<void> {
    const { key: kind, isShownOfProtected } = this;
    const which = isShownOfProtected ? 'all' : 'listed';
    await touchEvents(transaction, this.writer, this.tables, ids, which);
    await touchSeries(transaction, this.writer, { kind, isShownOfProtected }, ids);
  }

  /** Events may be written while another module is not loaded, so counts of its records could be wrong. */
  get isCountedByDay(): boolean {
    return this.fields === undefined;
  }

  get tables(): Tables {
    return (this.derivedTables ??= this.derived());
  }

  private derived(): Tables {
    const [links, records] = [this.links, this.entity].map((entity) =>
      this.dataSource.getMetadata(entity),
    );
    const key = links.primaryColumns.find(({ propertyName }) => propertyName !== 'event_id');
    if (!key) throw new Error(`${links.name} has no primary column for the id of a record.`);
    const table = `${this.dataSource.driver.escape(records.tableName)} record`;
    return {
      links: links.tableName,
      key: key.databaseName,
      ordered: hasColumn(links, 'position'),
      source:
        this.counts === undefined
          ? table
          : `${table} LEFT JOIN ${this.counts} counted ON counted.${key.databaseName} = record.id`,
      metadata: records,
      entity: this.entity,
      hasStatus: hasColumn(records, 'status') && hasColumn(records, 'author'),
    };
  }
}

const hasColumn = (metadata: EntityMetadata, name: string): boolean =>
  metadata.columns.some(({ propertyName }) => propertyName === name);

/** Kinds of other modules come after them. */
const BUILT_IN = ['venue', 'organizer', 'categories', 'tags'];

@Injectable()
export class LinkKinds implements OnModuleInit {
  private found?: readonly LinkKind[];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly writer: RecordWriter,
    private readonly counts: EventCounts,
  ) {}

  onModuleInit(): void {
    for (const { entity, tables, isShownOfProtected } of this.others)
      this.writer.beforeDeletion(entity, (transaction, id, isHidden) =>
        unlinkMost(transaction, tables, id, (events, areListed) => {
          const isShown = !isHidden && (areListed || isShownOfProtected);
          return this.writer.touch(transaction, 'events', events, !isShown);
        }),
      );
    for (const { key: kind, entity, isShownOfProtected } of this.all)
      this.writer.beforeDeletion(entity, (transaction, id, isHidden) => {
        this.counts.forget(transaction, kind, id);
        return unlinkSeries(transaction, this.writer, { kind, id, isShownOfProtected }, isHidden);
      });
  }

  /** The built-in kinds first, then the others by key. */
  get all(): readonly LinkKind[] {
    return (this.found ??= this.find());
  }

  get others(): readonly LinkKind[] {
    return this.all.filter(({ fields }) => fields !== undefined);
  }

  /** @throws Error if there is none */
  of(key: string): LinkKind {
    const kind = this.all.find((one) => one.key === key);
    if (!kind) throw new Error(`No records are linked to events as "${key}".`);
    return kind;
  }

  /** Adds the parameters of other modules to queries of event lists. */
  extendedQueries(queries: readonly Type[]): ExtendedType[] {
    const added = this.others.flatMap(({ fields }) => fields?.query ?? []);
    if (added.length === 0) return [];
    return queries.map((query) => [query, IntersectionType(query, ...added)]);
  }

  private find(): LinkKind[] {
    const providers = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const kinds = providers.filter(
      (provider): provider is LinkKind => provider instanceof LinkKind,
    );
    return [...new Set(kinds)].sort(inOrder);
  }
}

function inOrder({ key: one }: LinkKind, { key: other }: LinkKind): number {
  const [index, otherIndex] = [one, other].map((key) =>
    BUILT_IN.includes(key) ? BUILT_IN.indexOf(key) : BUILT_IN.length,
  );
  return index - otherIndex || (one < other ? -1 : 1);
}
