import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type NestMiddleware,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ResponseCache } from '../platform/edge/response-cache';
import { EventsService } from './events/events.service';
import { SeriesService } from './events/series/series.service';
import { OrganizersService } from './organizers/organizers.service';
import { VenuesService } from './venues/venues.service';

/** The longest delay after which a record of another instance is published. */
const INTERVAL_MILLISECONDS = 1000;
/** The longest time that a request waits for due records to be published. */
const WAIT_MILLISECONDS = 500;

/**
 * Publishes records whose publication date has come, before a request reads them
 * (docs/reference/interface.md#statuses): so no other query needs to compare publication dates.
 *
 * If the database cannot be written, reads are still answered, with the records that are published already.
 */
@Injectable()
export class ScheduledPublisher implements NestMiddleware, BeforeApplicationShutdown {
  private readonly logger = new Logger('Publication');
  /** A time of the monotonic clock of the process. */
  private nextLook = 0;
  private looking: Promise<void> | undefined;
  /** The promise that requests wait for while due records are being published. */
  private wait: Promise<unknown> | undefined;
  private hasFailed = false;

  constructor(
    private readonly events: EventsService,
    private readonly series: SeriesService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    cache: ResponseCache,
  ) {
    cache.before(() => this.published());
  }

  async use(_request: Request, _response: Response, next: NextFunction): Promise<void> {
    await this.published();
    next();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looking;
  }

  /** Returns the promise that a request waits for; undefined when nothing can be due. */
  private published(): Promise<unknown> | undefined {
    if (performance.now() < this.nextLook) return undefined;
    if (this.looking === undefined) this.begin();
    return this.wait;
  }

  private begin(): void {
    this.looking = this.look().finally(() => (this.looking = undefined));
    // After a failure requests do not wait for the next attempt.
    this.wait = this.hasFailed
      ? undefined
      : Promise.race([this.looking, sleep(WAIT_MILLISECONDS, undefined, { ref: false })]);
  }

  /** Publishes due records. Never rejects: failed publications are retried at the next look. */
  private async look(): Promise<void> {
    const now = new Date();
    try {
      const nextDates = await Promise.all(
        [this.events, this.series, this.venues, this.organizers].map((records) =>
          records.publishDue(now),
        ),
      );
      this.hasFailed = false;
      const waits = nextDates
        .filter((date) => date !== undefined)
        .map((date) => date.getTime() - now.getTime());
      this.nextLook = performance.now() + Math.min(INTERVAL_MILLISECONDS, ...waits);
    } catch (error) {
      this.logger.error(new Error('Scheduled records could not be published', { cause: error }));
      this.hasFailed = true;
      this.nextLook = performance.now() + INTERVAL_MILLISECONDS;
    }
  }
}
