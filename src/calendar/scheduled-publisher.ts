import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type NestMiddleware,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Clock } from '../platform/database';
import { EventsService } from './events/events.service';
import { OrganizersService } from './organizers/organizers.service';
import { VenuesService } from './venues/venues.service';

/** How long a record of another instance may stay unpublished after its date. */
const INTERVAL_MILLISECONDS = 1000;
/** For how long requests wait at most for what is due to be published. */
const WAIT_MILLISECONDS = 500;

/**
 * Publishes the records whose date has come, before a request sees them
 * (docs/interface.md#statuses): all other queries then know one kind of published record.
 *
 * A database that does not let anything be written is no reason not to answer reads: they get what
 * is published already.
 */
@Injectable()
export class ScheduledPublisher implements NestMiddleware, BeforeApplicationShutdown {
  private readonly logger = new Logger('Publication');
  /** On the clock of the process, which nobody sets. */
  private nextLook = 0;
  private looking: Promise<void> | undefined;
  /** What requests wait for while records are looked for. */
  private wait: Promise<unknown> | undefined;
  private hasFailed = false;

  constructor(
    private readonly clock: Clock,
    private readonly events: EventsService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
  ) {}

  async use(_request: Request, _response: Response, next: NextFunction): Promise<void> {
    if (performance.now() >= this.nextLook) {
      if (this.looking === undefined) this.begin();
      await this.wait;
    }
    next();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looking;
  }

  private begin(): void {
    this.looking = this.look().finally(() => (this.looking = undefined));
    // After a failure nobody waits for the next one.
    this.wait = this.hasFailed
      ? undefined
      : Promise.race([this.looking, sleep(WAIT_MILLISECONDS, undefined, { ref: false })]);
  }

  /** Never fails: what it could not publish is still due at the next look. */
  private async look(): Promise<void> {
    const now = this.clock.now();
    try {
      const nextDates = await Promise.all(
        [this.events, this.venues, this.organizers].map((records) => records.publishDue(now)),
      );
      this.hasFailed = false;
      const waits = nextDates
        .filter((date) => date !== undefined)
        .map((date) => date.getTime() - now.getTime());
      this.nextLook = performance.now() + Math.min(INTERVAL_MILLISECONDS, ...waits);
    } catch (error) {
      this.logger.error(new Error('What is due could not be published', { cause: error }));
      this.hasFailed = true;
      this.nextLook = performance.now() + INTERVAL_MILLISECONDS;
    }
  }
}
