import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { nameKey, searchable } from '../../../platform/foundation/texts';
import { type NewRecord, RecordWriter } from '../../../platform/storage/changes';
import { insertRows, type Transaction } from '../../../platform/storage/database';
import { type EventLinks, LinkWriter } from '../../links';
import { wholeSecond, writtenRow } from '../../posts';
import type { EventRow } from '../event-record';
import { spanOf } from '../event-span';
import { EventText } from '../event-text.entity';
import { Event } from '../event.entity';

/** The columns of an event that the caller sets; the others are calculated from them. */
export type EventValues = Omit<
  Event,
  'id' | 'version' | 'title_key' | 'listed_start' | 'span' | 'open_start'
>;

export interface NewEvent {
  values: EventValues;
  links: EventLinks;
}

/** A written event: its row, and the ids of its links. */
export interface WrittenEvent {
  row: EventRow;
  links: EventLinks;
}

/** Returns the start of an event that is shown in lists, otherwise null. */
function listedStart({ status, hide_from_listings, start_utc }: EventValues): Date | null {
  return status === 'publish' && !hide_from_listings ? start_utc : null;
}

const withListedStart = <Values extends EventValues>(
  values: Values,
): Values & { listed_start: Date | null } => ({ ...values, listed_start: listedStart(values) });

/** Returns the searched text. For a protected event it is only the title. */
function searchedRow(values: EventValues): Omit<EventText, 'event_id'> {
  const { title, description, excerpt, start_utc, end_utc, password_hash } = values;
  return {
    start_utc,
    listed: listedStart(values) !== null,
    end_utc,
    content: password_hash === null ? searchable(title, description, excerpt) : searchable(title),
  };
}

/** Writes events with their links, searched texts and counters. */
@Injectable()
export class EventStore {
  constructor(
    private readonly writer: RecordWriter,
    private readonly links: LinkWriter,
  ) {}

  /**
   * Inserts events.
   *
   * @returns their ids, in the same order
   */
  async insert(transaction: Transaction, events: readonly NewEvent[]): Promise<number[]> {
    const rows = events.map(({ values }) => rowOf(values));
    const ids = await this.writer.insertAll(transaction, Event, rows);
    await insertRows(
      transaction,
      EventText,
      rows.map((row, place) => Object.assign(searchedRow(row), { event_id: ids[place] })),
    );
    await this.links.insert(
      transaction,
      events.map(({ links }, place) => ({
        event: Object.assign(rows[place], { id: ids[place] }),
        links,
      })),
    );
    return ids;
  }

  /**
   * Returns an event as written by this transaction, for the response.
   *
   * @returns undefined when it has to be read
   */
  written(transaction: Transaction, id: number): WrittenEvent | undefined {
    const event = this.writer.written(transaction, Event, id);
    const links = this.links.written(transaction, id);
    if (!event || !links) return undefined;
    const row = writtenRow<Event>(transaction.manager.connection.getMetadata(Event), event);
    return row && { row, links };
  }

  async update(
    transaction: Transaction,
    before: { event: Event; links: EventLinks },
    after: NewEvent,
  ): Promise<void> {
    const { id } = before.event;
    const row = rowOf(after.values);
    await this.writer.update(transaction, Event, before.event, row);
    const searched = searchedRow(row);
    if (!isDeepStrictEqual(searched, searchedRow(before.event)))
      await transaction.manager.update(EventText, { event_id: id }, searched);
    await this.links.update(
      transaction,
      { event: withListedStart(before.event), links: before.links },
      { event: { ...row, id }, links: after.links },
    );
  }

  /** Deletes an event permanently, with everything that belongs to it. */
  async delete(
    transaction: Transaction,
    before: { event: Event; links: EventLinks },
    now: Date,
  ): Promise<void> {
    const children = await transaction
      .lockForUpdate(
        transaction.manager
          .createQueryBuilder(Event, 'event')
          .select(['id', 'version', 'status', 'hide_from_listings'].map((name) => `event.${name}`))
          .where({ post_parent: before.event.id }),
      )
      .getMany();
    // The foreign key would do the same, but would not log the change of the children.
    const modified_utc = wholeSecond(now);
    await this.writer.updateAll(transaction, Event, children, { post_parent: null, modified_utc });
    await this.writer.delete(transaction, Event, before.event);
    this.links.uncount(transaction, { ...before, event: withListedStart(before.event) });
  }
}

function rowOf(values: EventValues): Required<NewRecord<Event>> {
  const listed_start = listedStart(values);
  // As in `eventValues`, not spread.
  return Object.assign({}, values, {
    title_key: nameKey(values.title),
    listed_start,
    span: spanOf(values),
    open_start: values.password_hash === null ? listed_start : null,
  });
}
