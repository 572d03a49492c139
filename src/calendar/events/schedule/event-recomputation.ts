import { Injectable } from '@nestjs/common';
import { type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import { ZoneRules } from '../../../platform/dates';
import { Database } from '../../../platform/database';
import { LinkWriter } from '../../links';
import { wholeSecond } from '../../posts';
import { Event } from '../event.entity';
import { OccurrenceWrites } from '../series/occurrence-writes';
import { SeriesRecomputation } from '../series/series-recomputation';
import { EventsRepository } from '../writing/events.repository';
import { type EventSchedule, isSameSchedule, recomputed } from './event-schedule';

export interface Difference {
  id: number;
  title: string;
  stored: EventSchedule;
  computed: EventSchedule;
}

const BATCH = 200;

const SCHEDULE = [
  'event.id',
  'event.title',
  'event.timezone',
  'event.zone_rules',
  'event.all_day',
  'event.start_date',
  'event.end_date',
  'event.start_utc',
  'event.end_utc',
  'event.series',
  'event.recurrence_id',
  'event.overrides',
];

/**
 * Recalculates the instants of events that have not ended, when the rules of their time zones change: the
 * local time stays, and the instant changes. Occurrences are recalculated from their slots, unless they have
 * their own dates.
 *
 * Each event stores the release of its rules, so that an interrupted run continues with the remaining events.
 */
@Injectable()
export class EventRecomputation {
  constructor(
    private readonly database: Database,
    private readonly rules: ZoneRules,
    private readonly repository: EventsRepository,
    private readonly links: LinkWriter,
    private readonly occurrences: OccurrenceWrites,
    private readonly series: SeriesRecomputation,
  ) {}

  /** Returns `''` if none is known. */
  async newestRelease(): Promise<string> {
    return (await this.releaseBelow(undefined)) ?? '';
  }

  /**
   * Recalculates the events and series with an older release.
   *
   * @param isEnding returns whether to stop
   * @returns the number of changed events
   */
  async recomputeOutdated(isEnding: () => boolean): Promise<number> {
    await this.series.recompute(false, isEnding);
    let changed = 0;
    let release: string | undefined = this.rules.release;
    while ((release = await this.releaseBelow(release)) !== undefined)
      for (;;) {
        const events = await this.ahead()
          .andWhere('event.zone_rules = :release', { release })
          .orderBy('event.end_utc')
          .limit(BATCH)
          .getMany();
        changed += await this.recompute(events, isEnding);
        if (isEnding()) return changed;
        if (events.length < BATCH) break;
      }
    return changed;
  }

  /**
   * Checks every event that has not ended and is not in the trash.
   *
   * @param visit is called for each batch with the number of events and the differences
   */
  async check(visit: (events: number, differences: readonly Difference[]) => void): Promise<void> {
    await this.eachBatch(this.listed(), async (events) => {
      visit(events.length, [...(await this.differences(events)).values()]);
    });
  }

  /**
   * Recalculates every event and series that has not ended, also in the trash.
   *
   * @param advance is called with the number of checked events
   * @returns the number of changed events
   */
  async recomputeAll(advance: (events: number) => void): Promise<number> {
    await this.series.recompute(true);
    let changed = 0;
    // Events in the trash may be restored.
    await this.eachBatch(this.ahead(), async (events) => {
      changed += await this.recompute(events);
      advance(events.length);
    });
    return changed;
  }

  countAhead(): Promise<number> {
    return this.ahead().getCount();
  }

  countListed(): Promise<number> {
    return this.listed().getCount();
  }

  private async eachBatch(
    ahead: SelectQueryBuilder<Event>,
    work: (events: Event[]) => Promise<void>,
  ): Promise<void> {
    let last = 0;
    for (;;) {
      const events = await ahead
        .clone()
        .andWhere('event.id > :last', { last })
        .orderBy('event.id')
        .limit(BATCH)
        .getMany();
      await work(events);
      if (events.length < BATCH) return;
      last = events[events.length - 1].id;
    }
  }

  private listed(): SelectQueryBuilder<Event> {
    return this.ahead().andWhere("event.status <> 'trash'");
  }

  private ahead(): SelectQueryBuilder<Event> {
    return this.database
      .select(Event, 'event')
      .select(SCHEDULE)
      .where('event.end_utc > :now', { now: new Date() });
  }

  private async releaseBelow(release: string | undefined): Promise<string | undefined> {
    const query = this.database.select(Event, 'event').select('MAX(event.zone_rules)', 'release');
    if (release !== undefined) query.where('event.zone_rules < :release', { release });
    return (await query.getRawOne<{ release: string | null }>())?.release ?? undefined;
  }

  /** @returns the number of events that differ */
  private async recompute(
    events: readonly Event[],
    isEnding: () => boolean = () => false,
  ): Promise<number> {
    const differing = await this.differences(events);
    const outdated = events.filter((event) => this.isOutdated(event));
    if (outdated.length > 0) await this.note(outdated.map(({ id }) => id));
    let changed = 0;
    for (const id of differing.keys()) {
      if (isEnding()) break;
      if (await this.recomputeOne(id)) changed++;
    }
    return changed;
  }

  /** Stores the release for events that do not change. The release is not public, so the version stays. */
  private note(ids: readonly number[]): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const { manager } = transaction;
      const events = await transaction
        .lockForUpdate(
          manager
            .createQueryBuilder(Event, 'event')
            .select(SCHEDULE)
            .where({ id: In(ids) }),
        )
        .getMany();
      // An instance with a newer release may have changed them since they were read.
      const differing = await this.differences(events, manager);
      const agreeing = events.filter((event) => this.isOutdated(event) && !differing.has(event.id));
      if (agreeing.length === 0) return;
      const placeholders = agreeing.map(() => '?').join(', ');
      await manager.query(`UPDATE events SET zone_rules = ? WHERE id IN (${placeholders})`, [
        this.rules.release,
        ...agreeing.map(({ id }) => id),
      ]);
    });
  }

  /** Returns false if another write was faster. */
  private recomputeOne(id: number): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      await this.occurrences.lockOf(transaction, { id });
      const event = await transaction
        .lockForUpdate(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
        .getOne();
      // An instance with a newer release has changed it already.
      if (!event || event.zone_rules > this.rules.release) return false;
      const computed = (await this.differences([event], transaction.manager)).get(id)?.computed;
      if (!computed) return false;
      const before = { values: event, links: await this.links.read(transaction, id) };
      await this.repository.update(transaction, before, {
        ...before,
        values: {
          ...event,
          ...computed,
          zone_rules: this.rules.release,
          modified_utc: wholeSecond(new Date()),
        },
      });
      return true;
    });
  }

  private isOutdated({ zone_rules }: Event): boolean {
    return zone_rules < this.rules.release;
  }

  private async differences(
    events: readonly Event[],
    manager?: EntityManager,
  ): Promise<Map<number, Difference>> {
    const slots = await this.series.schedulesOf(events, manager);
    return new Map(
      events.flatMap((event) => {
        const { id, title } = event;
        const computed = this.corrected(event, slots.get(id));
        return computed ? [[id, { id, title, stored: event, computed }] as const] : [];
      }),
    );
  }

  /** Returns undefined if the schedule is correct. */
  private corrected(stored: EventSchedule, ofSlot?: EventSchedule): EventSchedule | undefined {
    if (ofSlot) return isSameSchedule(stored, ofSlot) ? undefined : ofSlot;
    const zone = this.rules.find(stored.timezone);
    return zone && recomputed(stored, zone);
  }
}
