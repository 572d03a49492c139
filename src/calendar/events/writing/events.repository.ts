import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { nameKey, searchable } from '../../../platform/texts';
import { yieldToEventLoop } from '../../../platform/validation';
import {
  type NewRecord,
  type RecordChange,
  RecordWriter,
  type WithId,
} from '../../../platform/changes';
import { batchesOf, insertRows, type Transaction, writtenRow } from '../../../platform/database';
import { allTexts } from '../../../platform/translations';
import { type EventLinks, type LinkChange, LinkWriter, sameLinks } from '../../links';
import { wholeSecond } from '../../posts';
import type { EventRow } from '../event-record';
import { spanOf, EventText, Event, SEVERAL_VENUES } from '../event.entity';

/** The columns that the caller sets; the others are calculated. */
export type EventValues = Omit<
  Event,
  'id' | 'version' | 'title_key' | 'listed_start' | 'span' | 'open_start' | 'sole_venue'
>;

export interface NewEvent {
  values: EventValues & WithId;
  links: EventLinks;
}

export interface StoredEvent extends NewEvent {
  values: Event;
}

export interface EventChange {
  before: StoredEvent;
  after: NewEvent;
}

export interface WrittenEvent {
  row: EventRow;
  links: EventLinks;
}

type EventTemplateTexts = Pick<
  EventValues,
  'title' | 'description' | 'excerpt' | 'password_hash' | 'translations'
>;

const TEXTS_MAX = 1000;
/** The most events that are prepared before other requests are served. */
export const PREPARED_MAX = 50;

/** Null if lists do not show the event. */
function listedStart({ status, hide_from_listings, start_utc }: EventValues): Date | null {
  return status === 'publish' && !hide_from_listings ? start_utc : null;
}

const withListedStart = (event: Event) => ({ ...event, listed_start: listedStart(event) });

/** Of a protected event or series only the titles are searched. */
export function searchedTexts(values: EventTemplateTexts): string[] {
  const { title, description, excerpt, password_hash, translations } = values;
  return password_hash === null
    ? [title, description, excerpt, ...allTexts(translations, ['title', 'description', 'excerpt'])]
    : [title, ...allTexts(translations, ['title'])];
}

/** Equal texts in a row, such as those of a series, are folded once. */
class SearchedTexts {
  private texts: readonly string[] = [];
  private content = '';

  rowOf(values: EventValues): Omit<EventText, 'event_id'> {
    const { start_utc, end_utc } = values;
    const texts = searchedTexts(values);
    if (!isDeepStrictEqual(texts, this.texts)) {
      this.texts = texts;
      this.content = searchable(...texts);
    }
    return { start_utc, listed: listedStart(values) !== null, end_utc, content: this.content };
  }
}

@Injectable()
export class EventsRepository {
  constructor(
    private readonly writer: RecordWriter,
    private readonly links: LinkWriter,
  ) {}

  /** Returns the ids in the same order. */
  async insert(transaction: Transaction, events: readonly NewEvent[]): Promise<number[]> {
    const searched = new SearchedTexts();
    const rows: Required<NewRecord<Event>>[] = [];
    const texts: Omit<EventText, 'event_id'>[] = [];
    for (const event of events) {
      // The values are those of a new event only, and a copy of so many columns takes long.
      const row = Object.assign(event.values, derivedColumns(event));
      rows.push(row);
      texts.push(searched.rowOf(row));
      if (rows.length % PREPARED_MAX === 0) await yieldToEventLoop();
    }
    const ids = await this.writer.insertAll(transaction, Event, rows);
    await insertRows(
      transaction,
      EventText,
      texts.map((text, index) => Object.assign(text, { event_id: ids[index] })),
    );
    await this.links.insert(
      transaction,
      events.map(({ links }, index) => ({
        event: Object.assign(rows[index], { id: ids[index] }),
        links,
      })),
    );
    return ids;
  }

  /** Returns an event as written by this transaction; undefined when it has to be read. */
  written(transaction: Transaction, id: number): WrittenEvent | undefined {
    const event = this.writer.written(transaction, Event, id);
    const links = this.links.written(transaction, id);
    if (!event || !links) return undefined;
    const row = writtenRow<Event>(transaction.manager.connection.getMetadata(Event), event);
    return row && { row, links };
  }

  update(transaction: Transaction, before: StoredEvent, after: NewEvent): Promise<void> {
    return this.updateAll(transaction, [{ before, after }]);
  }

  async updateAll(transaction: Transaction, changes: readonly EventChange[]): Promise<void> {
    if (changes.length === 0) return;
    const records: RecordChange<Event>[] = [];
    const texts: EventText[] = [];
    const links: LinkChange[] = [];
    const [searchedBefore, searchedAfter] = [new SearchedTexts(), new SearchedTexts()];
    for (const { before, after } of changes) {
      const stored = before.values;
      // As in `eventValues`, not spread.
      const values = Object.assign({}, after.values, derivedColumns(after));
      const changesMore = !sameLinks(before.links, after.links);
      records.push({ stored, values, changesMore });
      const searched = searchedAfter.rowOf(values);
      if (!isDeepStrictEqual(searched, searchedBefore.rowOf(stored)))
        texts.push(Object.assign(searched, { event_id: stored.id }));
      links.push({
        before: { event: withListedStart(stored), links: before.links },
        after: { event: { ...values, id: stored.id }, links: after.links },
      });
    }
    await this.writer.updateEach<Event>(transaction, Event, records);
    await this.updateTexts(transaction, texts);
    await this.links.update(transaction, links);
  }

  private async updateTexts(transaction: Transaction, texts: readonly EventText[]): Promise<void> {
    if (texts.length === 1) {
      const [{ event_id, ...searched }] = texts;
      await transaction.manager.update(EventText, { event_id }, searched);
      return;
    }
    for (const batch of batchesOf(texts, TEXTS_MAX)) {
      const ids = batch.map(({ event_id }) => event_id);
      await transaction.manager.delete(EventText, { event_id: In(ids) });
      await insertRows(transaction, EventText, batch);
    }
  }

  async deleteAll(
    transaction: Transaction,
    events: readonly StoredEvent[],
    now: Date,
  ): Promise<void> {
    if (events.length === 0) return;
    const ids = events.map(({ values }) => values.id);
    const deleted = new Set(ids);
    const columns = ['id', 'version', 'status', 'hide_from_listings'];
    const children = await transaction
      .lockForUpdate(
        transaction.manager
          .createQueryBuilder(Event, 'event')
          .select(columns.map((name) => `event.${name}`))
          .where({ post_parent: In(ids) }),
      )
      .getMany();
    // The foreign key would do the same, but would not log the change of the children.
    await this.writer.updateAll(
      transaction,
      Event,
      children.filter(({ id }) => !deleted.has(id)),
      { post_parent: null, modified_utc: wholeSecond(now) },
    );
    await this.writer.deleteAll(
      transaction,
      Event,
      events.map(({ values }) => values),
    );
    for (const { values, links } of events)
      this.links.uncount(transaction, { event: withListedStart(values), links });
  }
}

function derivedColumns({ values, links }: NewEvent) {
  const listed_start = listedStart(values);
  const [venue = null, ...others] = links.venue ?? [];
  return {
    title_key: nameKey(values.title),
    listed_start,
    span: spanOf(values),
    open_start: values.password_hash === null ? listed_start : null,
    sole_venue: others.length > 0 ? SEVERAL_VENUES : venue,
  };
}
