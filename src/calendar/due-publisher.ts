import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { EventsService } from './events/events.service';
import { OrganizersService } from './organizers/organizers.service';
import { VenuesService } from './venues/venues.service';

/** How long a record of another instance may stay unpublished after its date. */
const INTERVAL_MILLISECONDS = 1000;

/**
 * Publishes the records whose date has come, before a request sees them (contract §6.11): all other
 * queries then know one kind of published record.
 */
@Injectable()
export class DuePublisher implements NestMiddleware {
  private nextLook = 0;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly events: EventsService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
  ) {}

  async use(_request: Request, _response: Response, next: NextFunction): Promise<void> {
    if (Date.now() >= this.nextLook) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      await this.looking;
    }
    next();
  }

  private async look(): Promise<void> {
    const now = new Date();
    const nextDates = await Promise.all(
      [this.events, this.venues, this.organizers].map((records) => records.publishDue(now)),
    );
    this.nextLook = Math.min(
      now.getTime() + INTERVAL_MILLISECONDS,
      ...nextDates.filter((date) => date !== undefined).map((date) => date.getTime()),
    );
  }
}
