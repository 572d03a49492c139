import { Injectable, Logger } from '@nestjs/common';
import { DataVersion } from '../platform/database';
import { BackgroundWork } from '../platform/shared';
import { EventsService } from './events/events.service';
import { SeriesService } from './events/series/series.service';
import { OrganizersService } from './organizers/organizers.service';
import { VenuesService } from './venues/venues.service';

/** The longest delay of a publication. */
const INTERVAL_MILLISECONDS = 1000;

/**
 * Publishes records whose publication date has come (docs/reference/interface.md#statuses): so no query
 * needs to compare publication dates.
 */
@Injectable()
export class ScheduledPublisher extends BackgroundWork {
  private readonly logger = new Logger('Publication');
  private hasFailed = false;
  /** The version of the data when it was last searched for due records. */
  private searched?: string;
  private next?: Date;

  constructor(
    private readonly events: EventsService,
    private readonly series: SeriesService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly version: DataVersion,
  ) {
    super();
  }

  /** @returns when the next record is due; undefined if none is scheduled */
  async publishDue(now: Date): Promise<Date | undefined> {
    const dates: Date[] = [];
    for (const records of [this.events, this.series, this.venues, this.organizers]) {
      const next = await records.publishDue(now);
      if (next) dates.push(next);
    }
    return dates.sort((one, other) => one.getTime() - other.getTime()).at(0);
  }

  protected async run(): Promise<number> {
    const now = new Date();
    try {
      // Scheduling a record raises the version, in any instance or command.
      const version = await this.version.read();
      if (!version || version !== this.searched || (this.next && this.next <= now)) {
        this.next = await this.publishDue(now);
        this.searched = version;
      }
      this.hasFailed = false;
      const pause = this.next ? this.next.getTime() - now.getTime() : Infinity;
      return Math.min(pause, INTERVAL_MILLISECONDS);
    } catch (error) {
      // The first of several failures in a row.
      if (!this.hasFailed)
        this.logger.error(new Error('Scheduled records could not be published', { cause: error }));
      this.hasFailed = true;
      return INTERVAL_MILLISECONDS;
    }
  }
}
