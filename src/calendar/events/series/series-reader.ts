import { Injectable } from '@nestjs/common';
import type { WallClock } from '../../../platform/dates';
import { FirstRecords } from '../../../platform/http/pagination';
import type { FieldSelection, RequestContext } from '../../../platform/http/context';
import { type RecordKey, RecordKeys } from '../../../platform/http/routing';
import {
  Database,
  type RowReading,
  selectRow,
  SHORT,
  SHORT_INSIDE,
  textReading,
  withLongTexts,
} from '../../../platform/database';
import { CalendarIdentity } from '../../identity';
import { type LinkedRow, LinkKinds } from '../../links';
import { assertFound, canRead, isOpenTo } from '../../publication';
import type { EventRecord } from '../event-record';
import { readsHiddenLink, redactEvent } from '../protection';
import { inOneLanguage } from '../reading/present-event';
import {
  JSON_OCTETS,
  latestChange,
  type Related,
  RelatedReader,
  shownOfProtected,
  sizesOf,
  validated,
} from '../reading/related-reader';
import { ScheduleWords } from '../schedule-words/schedule-words';
import { comingOccurrences, type NextOccurrence, nextOccurrences } from './next-occurrences';
import { presentSeries, seriesJsonLd } from './present-series';
import type { SeriesRecord } from './series-record';
import { setOfRow } from './series-state';
import { Series, type SeriesRow } from './series.entity';

const SUB_EVENTS = 10;

interface ReadSeries {
  series: SeriesRecord;
  version: number;
  changed: WallClock;
}

@Injectable()
export class SeriesReader {
  constructor(
    private readonly database: Database,
    private readonly recordKeys: RecordKeys,
    private readonly kinds: LinkKinds,
    private readonly related: RelatedReader,
    private readonly identity: CalendarIdentity,
    private readonly words: ScheduleWords,
  ) {}

  row(recordKey: RecordKey, { fields, language }: RequestContext): Promise<SeriesRow | undefined> {
    const found = this.database
      .select(Series, 'series')
      .where(...this.recordKeys.conditionOf(recordKey, 'series', 'series'));
    return selectRow(found, textReading(fields, Series, 'all', language)).getRawOne<SeriesRow>();
  }

  async single(row: SeriesRow, context: RequestContext): Promise<SeriesRecord> {
    const { caller, conditions } = context;
    const related = await this.relatedTo(row, context);
    const coming = await comingOccurrences(this.database, row.id, SUB_EVENTS, context);
    const shown = inOneLanguage(row, context, context.fields);
    const record = this.present(shown, related, coming.at(0), context);
    if (context.fields.has('json_ld'))
      record.json_ld = seriesJsonLd(record, setOfRow(row, context.rules), coming, context);
    return conditions.withValidators(record, row, [
      ...validated(row.id, related),
      coming,
      [{ id: Number(row.occurrences_until.replaceAll('-', '')), version: 1 }],
      ...(readsHiddenLink(row, caller) ? [[row]] : []),
    ]);
  }

  /** Returns the series to the caller who has just written it; see `EventsService`. */
  async written(id: number, context: RequestContext): Promise<SeriesRecord> {
    const row = await this.row({ id }, context);
    assertFound('series', { id }, row);
    return this.single(row, context);
  }

  /**
   * For a response in another format.
   *
   * @param fields the needed keys; other keys have arbitrary values
   */
  async readFor(
    row: SeriesRow,
    fields: FieldSelection,
    context: RequestContext,
  ): Promise<ReadSeries> {
    const { caller, language } = context;
    const related = await this.relatedTo(row, { fields, caller, language });
    return {
      series: this.present(
        inOneLanguage(row, context, fields),
        related,
        undefined,
        context,
        fields,
      ),
      version: row.version,
      changed: latestChange(row, related),
    };
  }

  /** Returns the first of the series that the caller may read, in the order of the ids. */
  async list(ids: readonly number[], context: RequestContext): Promise<FirstRecords<SeriesRecord>> {
    if (ids.length === 0) return FirstRecords.whole([]);
    const { caller, language } = context;
    const fields = context.fields.of('series');
    const reading = textReading(fields, Series, SHORT, language);
    const found = new Map((await this.rows(ids, reading, context)).map((row) => [row.id, row]));
    const items = ids.flatMap((id) => found.get(id) ?? []);
    const related = await this.related.read('series', ids, SHORT_INSIDE, {
      fields,
      caller,
      language,
    });
    const sizes = sizesOf(items, related, JSON_OCTETS);
    return FirstRecords.of(
      items,
      ({ id }) => sizes.get(id)!,
      async (first) => {
        const rows = await withLongTexts(first, reading, (long) =>
          this.rows(long, { ...reading, isWhole: true }, context),
        );
        const of = rows.map(({ id }) => id);
        const whole = await this.related.withLongTexts(of, related, SHORT_INSIDE, {
          fields,
          caller,
          language,
        });
        const next = await nextOccurrences(this.database, of, context);
        const presented = new Map<LinkedRow, unknown>();
        return rows.map((row) => {
          const isOpen = isOpenTo(row, caller);
          const seen = isOpen ? whole : shownOfProtected(whole);
          const shown = inOneLanguage(row, context, fields, isOpen);
          const record = this.present(shown, seen, next.get(row.id), context, fields, presented);
          return isOpen ? record : this.redacted(record);
        });
      },
    );
  }

  private async rows(
    ids: readonly number[],
    reading: RowReading,
    { caller }: RequestContext,
  ): Promise<SeriesRow[]> {
    const found = this.database.select(Series, 'series').where('series.id IN (:...ids)', { ids });
    const rows = await selectRow(found, reading).getRawMany<SeriesRow>();
    return rows.filter((row) => canRead(row, caller));
  }

  private relatedTo(
    { id }: SeriesRow,
    context: Pick<RequestContext, 'fields' | 'caller' | 'language'>,
  ): Promise<Related[]> {
    return this.related.read('series', [id], 'all', context);
  }

  private present(
    row: SeriesRow,
    related: readonly Related[],
    next: NextOccurrence | undefined,
    context: RequestContext,
    fields = context.fields,
    presented?: Map<LinkedRow, unknown>,
  ): SeriesRecord {
    const relations = this.related.present(row.id, related, fields, context, presented);
    return presentSeries(row, relations, context, this.identity.uuid, fields, next, this.words);
  }

  private redacted(series: SeriesRecord): SeriesRecord {
    const event = redactEvent(series as unknown as EventRecord, this.kinds.others);
    const keys = Object.entries({ ...series, ...event }).filter(([key]) => key in series);
    return Object.fromEntries(keys) as unknown as SeriesRecord;
  }
}
