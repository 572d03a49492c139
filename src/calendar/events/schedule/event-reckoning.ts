import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock, Database, type Transaction } from '../../../platform/database';
import { ZoneRules } from '../../../platform/dates';
import { wholeSecond } from '../../records';
import { readLinks } from '../links/event-links';
import { type EventSchedule, reckonAnew } from './event-schedule';
import { EventStore } from '../writing/event-store';
import { scheduleColumns, scheduleOf } from '../writing/event-values';
import { Event } from '../event.entity';

/** An event whose instants are not those that the rules lead to. */
export interface Difference {
  id: number;
  title: string;
  stored: EventSchedule;
  reckoned: EventSchedule;
}

/** Events that are looked at together. */
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
];

/**
 * Keeps the instants of events that end ahead to the rules of their zones: when a country has
 * changed its clocks, the wall clock stays and the instant follows. What is over stays as it was.
 *
 * Each event notes the rules that it was reckoned with, so whoever is interrupted, or is another one
 * of several, goes on with those that are left.
 */
@Injectable()
export class EventReckoning {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rules: ZoneRules,
    private readonly store: EventStore,
  ) {}

  /** The newest release that any event was reckoned with; `''` when none is known. */
  async newestRelease(): Promise<string> {
    return (await this.releaseBelow(undefined)) ?? '';
  }

  /**
   * Reckons those events anew that older rules were noted for.
   *
   * @param isEnding whether to stop, which is asked before each event
   * @returns how many events were changed
   */
  async reckonOutdated(isEnding: () => boolean): Promise<number> {
    let changed = 0;
    let release: string | undefined = this.rules.release;
    while ((release = await this.releaseBelow(release)) !== undefined)
      for (;;) {
        const events = await this.ahead()
          .andWhere('event.zone_rules = :release', { release })
          .orderBy('event.end_utc')
          .limit(BATCH)
          .getMany();
        changed += await this.settle(events, isEnding);
        if (isEnding()) return changed;
        if (events.length < BATCH) break;
      }
    return changed;
  }

  /**
   * Looks at every event that ends ahead, whatever was noted for it.
   *
   * @param visit is told of a batch of events how many they are, and which of them differ
   */
  async check(visit: (events: number, differences: readonly Difference[]) => void): Promise<void> {
    await this.eachBatch((events) => {
      visit(
        events.length,
        events.flatMap((event) => this.difference(event) ?? []),
      );
      return Promise.resolve();
    });
  }

  /**
   * Reckons every event anew that ends ahead and differs, whatever was noted for it.
   *
   * @param advance is told how many events more have been looked at
   * @returns how many events were changed
   */
  async reckonAll(advance: (events: number) => void): Promise<number> {
    let changed = 0;
    await this.eachBatch(async (events) => {
      changed += await this.settle(events);
      advance(events.length);
    });
    return changed;
  }

  /** How many events end ahead. */
  countAhead(): Promise<number> {
    return this.ahead().getCount();
  }

  private async eachBatch(work: (events: Event[]) => Promise<void>): Promise<void> {
    let last = 0;
    for (;;) {
      const events = await this.ahead()
        .andWhere('event.id > :last', { last })
        .orderBy('event.id')
        .limit(BATCH)
        .getMany();
      await work(events);
      if (events.length < BATCH) return;
      last = events[events.length - 1].id;
    }
  }

  private ahead() {
    return this.database
      .select(Event, 'event')
      .select(SCHEDULE)
      .where('event.end_utc > :now', { now: this.clock.now() });
  }

  /** The newest of the releases that events note, below the one that is named. */
  private async releaseBelow(release: string | undefined): Promise<string | undefined> {
    const query = this.database.select(Event, 'event').select('MAX(event.zone_rules)', 'release');
    if (release !== undefined) query.where('event.zone_rules < :release', { release });
    return (await query.getRawOne<{ release: string | null }>())?.release ?? undefined;
  }

  /** Changes those events that differ, and notes the rules for the others. @returns how many differ */
  private async settle(
    events: readonly Event[],
    isEnding: () => boolean = () => false,
  ): Promise<number> {
    const differing = events.filter((event) => this.difference(event) !== undefined);
    const outdated = events.filter((event) => this.isOutdated(event));
    if (outdated.length > 0) await this.note(outdated.map(({ id }) => id));
    let changed = 0;
    for (const { id } of differing) {
      if (isEnding()) break;
      if (await this.reckon(id)) changed++;
    }
    return changed;
  }

  /** Notes the rules for those events that agree with them: nobody sees that, so it is no new version. */
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
      // An instance of a newer release may have been here since they were read.
      const agreeing = events.filter(
        (event) => this.isOutdated(event) && this.difference(event) === undefined,
      );
      if (agreeing.length === 0) return;
      const places = agreeing.map(() => '?').join(', ');
      await manager.query(`UPDATE events SET zone_rules = ? WHERE id IN (${places})`, [
        this.rules.release,
        ...agreeing.map(({ id }) => id),
      ]);
    });
  }

  /** A write like any other. @returns false where somebody else was first */
  private reckon(id: number): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const event = await lockEvent(transaction, id);
      // An instance of a newer release knows better.
      if (!event || event.zone_rules > this.rules.release) return false;
      const reckoned = this.difference(event)?.reckoned;
      if (!reckoned) return false;
      const before = { event, links: await readLinks(transaction, id) };
      await this.store.update(transaction, before, {
        ...before,
        values: {
          ...event,
          ...scheduleColumns(reckoned),
          zone_rules: this.rules.release,
          modified_utc: wholeSecond(this.clock.now()),
        },
      });
      return true;
    });
  }

  private isOutdated({ zone_rules }: Event): boolean {
    return zone_rules < this.rules.release;
  }

  private difference(event: Event): Difference | undefined {
    const zone = this.rules.find(event.timezone);
    const stored = scheduleOf(event);
    const reckoned = zone && reckonAnew(stored, zone);
    return reckoned && { id: event.id, title: event.title, stored, reckoned };
  }
}

const lockEvent = (transaction: Transaction, id: number): Promise<Event | null> =>
  transaction
    .lockForUpdate(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
    .getOne();
