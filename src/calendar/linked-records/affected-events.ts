import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { toInstant, UTC, utcText } from '../../platform/foundation/dates';
import { Database } from '../../platform/storage/database';
import type { RecordKind } from './linked-record';
import { LostLink } from './lost-link.entity';

const DAY_SECONDS = 86_400;

/** The place of an event among those of a venue or an organizer. */
export interface EventPlace {
  /** Its start, in seconds since the beginning of the year 1. */
  start: number;
  id: number;
}

/** A venue or an organizer that has left or re-entered the public view. */
export interface Affecting {
  id: number;
  /** Its version after that change. */
  version: number;
  /** The last of its events that was read. */
  after?: EventPlace;
}

/**
 * Reads the events of a venue or an organizer that has left or re-entered the public view. It is a change of
 * these events too, because they show the record or not.
 */
@Injectable()
export class AffectedEvents {
  constructor(private readonly database: Database) {}

  /**
   * Returns the next public events of a venue or an organizer, in the order of their start. Events that it
   * has lost since, while it was hidden, are included.
   */
  async after(kind: RecordKind, record: Affecting, limit: number): Promise<EventPlace[]> {
    const linked = await this.linkedEvents(kind, record, limit);
    // Read last: it contains links that were deleted since the first statement.
    const lost = await this.lostEvents(kind, record, limit);
    const places = new Map([...linked, ...lost].map((place) => [place.id, place]));
    return [...places.values()].sort(inOrder).slice(0, limit);
  }

  private linkedEvents(
    { links, key }: RecordKind,
    { id, after }: Affecting,
    limit: number,
  ): Promise<EventPlace[]> {
    // Links of hidden and of protected events have no start.
    const found = this.database
      .select(links, 'link')
      .where(`link.${key} = :id AND link.listed_start IS NOT NULL`, { id });
    return placesAfter(found, after, limit);
  }

  /**
   * Returns lost events, except those whose start has changed since: these have changes of their own. With a
   * join, the database might read the events first.
   */
  private lostEvents(
    { resource }: RecordKind,
    { id, version, after }: Affecting,
    limit: number,
  ): Promise<EventPlace[]> {
    const found = this.database
      .select(LostLink, 'link')
      .where('link.kind = :kind AND link.record_id = :id', { kind: resource, id })
      .andWhere('link.version > :version', { version })
      .andWhere(
        `(SELECT event.password_hash IS NULL AND event.listed_start = link.listed_start
          FROM events event WHERE event.id = link.event_id)`,
      );
    return placesAfter(found, after, limit);
  }
}

/** Returns the next events of `link`, which has their `event_id` and `listed_start`. */
async function placesAfter(
  links: SelectQueryBuilder<ObjectLiteral>,
  after: EventPlace | undefined,
  limit: number,
): Promise<EventPlace[]> {
  if (after)
    links.andWhere(
      'link.listed_start >= :start AND (link.listed_start > :start OR link.event_id > :event)',
      { start: instantOf(after.start), event: after.id },
    );
  const rows = await links
    .select('link.event_id', 'id')
    .addSelect('link.listed_start', 'start')
    .orderBy('link.listed_start')
    .addOrderBy('link.event_id')
    .limit(limit)
    .getRawMany<{ id: number; start: Date | string }>();
  return rows.map(({ id, start }) => ({ id, start: secondsOf(start) }));
}

const inOrder = (one: EventPlace, other: EventPlace): number =>
  one.start - other.start || one.id - other.id;

/** The beginning of the year 1, in milliseconds since 1970. */
const YEAR_1 = -62_135_596_800_000;

/** Returns seconds since the beginning of the year 1, plus a day for zones ahead of UTC; never negative. */
const secondsOf = (stored: Date | string): number =>
  (toInstant(utcText(stored), UTC).getTime() - YEAR_1) / 1000 + DAY_SECONDS;

const instantOf = (seconds: number): Date => new Date((seconds - DAY_SECONDS) * 1000 + YEAR_1);
