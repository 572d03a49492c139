import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ZoneRules } from '../platform/foundation/dates';
import { EventReckoning } from './events/schedule/event-reckoning';

/** The delay of the next attempt after a failure; events that are updated already stay so. */
const PAUSE_MILLISECONDS = 60_000;

/** Updates events that have not ended to the time zone rules of this release, in the background. */
@Injectable()
export class ZoneRulesUpdater implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Zone rules');
  private isEnding = false;
  private work: Promise<void> = Promise.resolve();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly reckoning: EventReckoning,
    private readonly rules: ZoneRules,
  ) {}

  /** Starts the update in the background, after the start of the service, because it may take minutes. */
  begin(): void {
    this.work = this.run().catch((error: unknown) => {
      this.logger.error(
        new Error('The dates of events could not be recalculated', { cause: error }),
      );
      if (this.isEnding) return;
      this.timer = setTimeout(() => {
        this.begin();
      }, PAUSE_MILLISECONDS).unref();
    });
  }

  /** Resolves when the current run is done. */
  done(): Promise<void> {
    return this.work;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.work;
  }

  private async run(): Promise<void> {
    const { release } = this.rules;
    const newest = await this.reckoning.newestRelease();
    if (newest > release) {
      this.logger.warn(
        `Events were calculated with the time zone rules ${newest}, but this release has ${release}: ` +
          'it writes wrong times for changed zones, until the newer release starts again.',
      );
      return;
    }
    const changed = await this.reckoning.reckonOutdated(() => this.isEnding);
    if (changed > 0)
      this.logger.log(
        `The time zone rules ${release} change the UTC times of ${changed} upcoming events: ` +
          'they were recalculated from their local times.',
      );
  }
}
