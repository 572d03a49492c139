import { Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import { may } from '../../../platform/auth';
import type { WallClock } from '../../../platform/dates';
import type { Versioned } from '../../../platform/http/conditional';
import { FirstRecords, groupsThatFit } from '../../../platform/http/pagination';
import type { Caller, FieldSelection, RequestContext } from '../../../platform/http/context';
import { type RecordKey, RecordKeys } from '../../../platform/http/routing';
import {
  batchesOf,
  type Beginnings,
  Database,
  rowColumns,
  type RowReading,
  selectList,
  SHORT,
  SHORT_INSIDE,
  textReading,
  type TextReading,
  withLongTexts,
} from '../../../platform/database';
import { CalendarIdentity } from '../../identity';
import { type EventLinks, type LinkedRow, LinkKinds } from '../../links';
import { canRead, isOpenTo } from '../../publication';
import type { LinkReaders } from '../event-choices';
import { columnsFor } from '../event-keys';
import type { EventRecord, EventRow } from '../event-record';
import { Event } from '../event.entity';
import { readsHiddenLink, redactEvent } from '../protection';
import { ScheduleWords } from '../schedule-words/schedule-words';
import {
  lastOccurrence,
  nextOccurrences,
  readableSeries,
  titleOf,
} from '../series/next-occurrences';
import type { Series } from '../series/series.entity';
import { eventJsonLd, inOneLanguage, presentEvent } from './present-event';
import {
  JSON_OCTETS,
  latestChange,
  type Related,
  RelatedReader,
  shownOfProtected,
  sizesOf,
  validated,
} from './related-reader';

export interface ListReading {
  /** The needed keys; other keys have arbitrary values. */
  fields: FieldSelection;
  /** The long texts read with the rows; the others are read later, for the events that fit into a response. */
  texts: TextReading | Beginnings;
  /** The approximate JSON sizes without long texts; octets. */
  octets: { event: number; linked: number };
  /** Whether the request has unlocked protected events. */
  isOpened?: boolean;
}

/** The columns read from the row of an event. */
interface Columns {
  /** All columns if undefined. */
  names?: readonly (keyof Event)[];
  reading: RowReading;
}

/** Events without their longest texts. */
interface ReadPage {
  reading: ListReading;
  columns: Columns;
  events: readonly EventRow[];
  related: readonly Related[];
  /** Without the events that the caller may not read. */
  ids: readonly number[];
  /** The approximate size of an event as JSON. */
  octetsOf: (id: number) => number;
}

interface FoundEvent {
  row: EventRow;
  related: Related[];
}

export interface ReadEvent {
  event: EventRecord;
  version: number;
  /** The latest change of the event or of a record shown in it; in UTC. */
  changed: WallClock;
  /** False if the event is redacted. */
  isOpen: boolean;
}

export interface ListedEvent extends ReadEvent {
  /** Whether the event has a password. */
  isProtected: boolean;
  /** `virtual_show_to`; empty for callers who may not edit the event. */
  linkReaders: LinkReaders | '';
}

interface CompleteEvent extends FoundEvent {
  event: EventRecord;
  isOpen: boolean;
}

/** The columns that the ETag and Last-Modified depend on. */
const VALIDATED = [
  'version',
  'date_utc',
  'modified_utc',
  'slug',
  'virtual_show_to',
  'series',
] as const;

const translatedColumns = (language: RequestContext['language']): (keyof Event)[] =>
  language === undefined ? [] : ['languages', 'translations'];

/** Each event may have over a hundred links. */
const AT_ONCE = 512;

/** The number of statements of a list does not depend on the number of its events. */
@Injectable()
export class EventReader {
  private readonly metadata: EntityMetadata;

  constructor(
    private readonly database: Database,
    private readonly kinds: LinkKinds,
    private readonly related: RelatedReader,
    private readonly identity: CalendarIdentity,
    private readonly recordKeys: RecordKeys,
    private readonly words: ScheduleWords,
    dataSource: DataSource,
  ) {
    this.metadata = dataSource.getMetadata(Event);
  }

  /**
   * Reads one event. The slug of a series is that of its next occurrence, or else of its last one, unless an
   * event has it.
   *
   * @param texts `none` for empty long texts
   */
  async find(
    recordKey: RecordKey,
    context: RequestContext,
    texts: 'all' | 'none' = 'all',
  ): Promise<FoundEvent | undefined> {
    const { fields, language } = context;
    const columns = {
      reading: textReading(fields, Event, texts, language),
      names: columnsFor(fields, [...VALIDATED, ...translatedColumns(language)]),
    };
    if (texts === 'none') columns.reading.texts = texts;
    if ('id' in recordKey) {
      const [row, related] = await Promise.all([
        this.row(recordKey, columns),
        this.relatedTo(recordKey.id, context),
      ]);
      return row && { row, related };
    }
    const row = await this.row(recordKey, columns);
    if (row) return this.withLinks(row, context);
    const occurrence =
      'slug' in recordKey ? await this.occurrenceOf(recordKey.slug, context) : undefined;
    return occurrence === undefined ? undefined : this.find({ id: occurrence }, context, texts);
  }

  private async occurrenceOf(slug: string, context: RequestContext): Promise<number | undefined> {
    const series = await readableSeries(this.database, { slug }, context);
    if (!series) return undefined;
    const next = (await nextOccurrences(this.database, [series.id], context)).get(series.id);
    return next?.id ?? lastOccurrence(this.database, series.id);
  }

  /** @param known the ids of its links, if known: kinds without links are not read */
  async withLinks(row: EventRow, context: RequestContext, known?: EventLinks): Promise<FoundEvent> {
    return { row, related: await this.relatedTo(row.id, context, known) };
  }

  private relatedTo(id: number, context: RequestContext, known?: EventLinks): Promise<Related[]> {
    const kinds = this.kinds.all.filter(({ key }) => known === undefined || known[key]?.length);
    return this.related.read('events', [id], 'all', context, { kinds, hasVersions: true });
  }

  /**
   * Returns the first of the events in this order. Protected events are redacted
   * (docs/reference/interface.md#protected-events-in-lists).
   */
  async list(ids: readonly number[], context: RequestContext): Promise<FirstRecords<EventRecord>> {
    const reading = { fields: context.fields.of('events'), texts: SHORT, octets: JSON_OCTETS };
    const page = await this.page(ids, reading, [], context);
    return FirstRecords.of(page.ids, page.octetsOf, async (first) =>
      (await this.complete(page, first, context)).map(({ event }) => event),
    );
  }

  /**
   * Yields events in the order of the ids, with only some of them in memory.
   *
   * @param form returns the part of an event to keep
   */
  async *listFor<T>(
    reading: ListReading,
    ids: readonly number[],
    context: RequestContext,
    form: (read: ListedEvent) => T,
  ): AsyncGenerator<T, void, undefined> {
    for (const some of batchesOf(ids, AT_ONCE)) {
      const page = await this.page(some, reading, VALIDATED, context);
      for (const group of groupsThatFit(page.ids, page.octetsOf))
        for (const { event, isOpen, row, related } of await this.complete(page, group, context)) {
          const changed = latestChange(row, isOpen ? related : []);
          yield form({
            event,
            isOpen,
            version: row.version,
            changed,
            isProtected: row.password_hash !== null,
            linkReaders: isOpen && may.edit(context.caller, row) ? row.virtual_show_to : '',
          });
        }
    }
  }

  /** @param further the columns read besides those of the fields */
  private async page(
    ids: readonly number[],
    reading: ListReading,
    further: readonly (keyof Event)[],
    { caller, language }: RequestContext,
  ): Promise<ReadPage> {
    const { fields, texts, octets } = reading;
    const columns = {
      reading: textReading(fields, Event, texts, language),
      names: columnsFor(fields, [...further, ...translatedColumns(language)]),
    };
    const [events, related] =
      ids.length === 0
        ? [[], []]
        : await Promise.all([
            this.rows(ids, columns, caller),
            this.related.read('events', ids, SHORT_INSIDE, { fields, caller, language }),
          ]);
    const sizes = sizesOf(events, related, octets);
    return {
      reading,
      columns,
      events,
      related,
      ids: ids.filter((id) => sizes.has(id)),
      octetsOf: (id) => sizes.get(id)!,
    };
  }

  private async complete(
    page: ReadPage,
    ids: readonly number[],
    context: RequestContext,
  ): Promise<CompleteEvent[]> {
    const { fields, isOpened = false } = page.reading;
    const { caller, language } = context;
    const { columns } = page;
    const wanted = new Set(ids);
    const events = await withLongTexts(
      page.events.filter(({ id }) => wanted.has(id)),
      columns.reading,
      (long) =>
        this.rows(long, { ...columns, reading: { ...columns.reading, isWhole: true } }, caller),
    );
    const related = await this.related.withLongTexts(ids, page.related, SHORT_INSIDE, {
      fields,
      caller,
      language,
    });
    const found = new Map(events.map((row) => [row.id, row]));
    const presented = new Map<LinkedRow, unknown>();
    const complete: CompleteEvent[] = [];
    for (const id of ids) {
      const row = found.get(id);
      if (!row) continue;
      const isOpen = isOpened || isOpenTo(row, caller);
      // `Content-Language` names the languages of everything that is presented.
      const seen = isOpen ? related : shownOfProtected(related);
      const shown = inOneLanguage(row, context, fields, isOpen);
      const whole = this.present(shown, seen, context, fields, presented);
      const event = isOpen ? whole : redactEvent(whole, this.kinds.others);
      complete.push({ event, isOpen, row, related });
    }
    return complete;
  }

  /** For `GET /events/{id}`, and the responses of writes. */
  async single({ row, related }: FoundEvent, context: RequestContext): Promise<EventRecord> {
    const { caller, conditions, fields } = context;
    const shown = inOneLanguage(row, context, fields);
    const event = this.present(shown, related, context, fields);
    const series = await this.seriesOf(row, context);
    if (fields.has('json_ld'))
      event.json_ld = eventJsonLd(
        event,
        context.rules,
        series && { name: titleOf(series, context), url: context.links.page('series', series) },
      );
    const linked = validated(row.id, related);
    const isWhole = this.kinds.all.every(({ key }) => fields.has(key));
    // The ETag depends on all linked records.
    return conditions.withValidators(event, row, [
      ...(isWhole ? linked : linked.map(versionsOf)),
      // Callers who see a link hidden from others get another ETag.
      ...(readsHiddenLink(row, caller) ? [[row]] : []),
      ...(series ? [[series]] : []),
    ]);
  }

  private async row(recordKey: RecordKey, columns: Columns): Promise<EventRow | undefined> {
    const [condition, values] = this.recordKeys.conditionOf(recordKey, 'events', 'event');
    const statement = this.database.escape(this.select(columns, condition), values);
    const [row] = await this.database.rows<EventRow>(...statement);
    return row;
  }

  /** Checks read access again: events may have been hidden since the ids were selected. */
  private async rows(
    ids: readonly number[],
    columns: Columns,
    caller: Caller,
  ): Promise<EventRow[]> {
    const placeholders = Array(ids.length).fill('?').join(', ');
    const rows = await this.database.rows<EventRow>(
      this.select(columns, `event.id IN (${placeholders})`),
      ids,
    );
    return rows.filter((row) => canRead(row, caller));
  }

  private select({ reading, names }: Columns, condition: string): string {
    const columns = selectList(this.metadata, rowColumns(this.metadata, 'event', reading, names));
    return `SELECT ${columns} FROM events event WHERE ${condition}`;
  }

  /** Returns undefined for a single event, or if the series is not open to the caller. */
  private async seriesOf(
    { series: id }: EventRow,
    context: RequestContext,
  ): Promise<Series | undefined> {
    const series = id ? await readableSeries(this.database, { id }, context) : undefined;
    return series && isOpenTo(series, context.caller) ? series : undefined;
  }

  private present(
    row: EventRow,
    related: readonly Related[],
    context: RequestContext,
    fields: FieldSelection,
    presented?: Map<LinkedRow, unknown>,
  ): EventRecord {
    const relations = this.related.present(row.id, related, fields, context, presented);
    return presentEvent(row, relations, context, this.identity.uuid, fields, this.words);
  }
}

/** Without dates: responses with some of the keys do not depend on them. */
const versionsOf = (rows: readonly LinkedRow[]): Versioned[] =>
  rows.map(({ id, version, count }) => ({ id, version, count }));
