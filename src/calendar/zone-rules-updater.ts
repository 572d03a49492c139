import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ZoneRules } from '../platform/dates';
import { EventReckoning } from './events/schedule/event-reckoning';

/** After a failure it is tried again; what is done already stays done. */
const PAUSE_MILLISECONDS = 60_000;

/** Brings the events that end ahead to the rules of zones of this release, beside the requests. */
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

  /** Begins when the service has started: what is to be done may take minutes. */
  begin(): void {
    this.work = this.run().catch((error: unknown) => {
      this.logger.error(new Error('Events could not be reckoned anew', { cause: error }));
      if (this.isEnding) return;
      this.timer = setTimeout(() => {
        this.begin();
      }, PAUSE_MILLISECONDS).unref();
    });
  }

  /** When what has begun is done. */
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
        `Events were reckoned with the zone rules ${newest}, and this release has ${release}: ` +
          'what it writes for zones that have changed since is off until the newer release starts again.',
      );
      return;
    }
    const changed = await this.reckoning.reckonOutdated(() => this.isEnding);
    if (changed > 0)
      this.logger.log(
        `By the zone rules ${release}, ${changed} events ahead take place at another instant: ` +
          'they were reckoned anew from their wall clocks.',
      );
  }
}
