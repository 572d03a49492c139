import { Injectable, Logger } from '@nestjs/common';
import { ZoneRules } from '../platform/dates';
import { BackgroundWork } from '../platform/shared';
import { EventRecomputation } from './events/schedule/event-recomputation';

/** After a failure; events that were updated stay so. */
const PAUSE_MILLISECONDS = 60_000;

/**
 * Updates events that have not ended to the time zone rules of this release, in the background, because it may take
 * minutes.
 */
@Injectable()
export class ZoneRulesUpdater extends BackgroundWork {
  private readonly logger = new Logger('Zone rules');

  constructor(
    private readonly recomputation: EventRecomputation,
    private readonly rules: ZoneRules,
  ) {
    super();
  }

  protected async run(): Promise<number | undefined> {
    try {
      await this.update();
      return undefined;
    } catch (error) {
      this.logger.error(
        new Error('The dates of events could not be recalculated', { cause: error }),
      );
      return PAUSE_MILLISECONDS;
    }
  }

  private async update(): Promise<void> {
    const { release } = this.rules;
    const newest = await this.recomputation.newestRelease();
    if (newest > release) {
      this.logger.warn(
        `Events were calculated with the time zone rules ${newest}, but this release has ${release}: ` +
          'it writes wrong times for changed zones, until the newer release starts again.',
      );
      return;
    }
    const changed = await this.recomputation.recomputeOutdated(() => this.isEnding);
    if (changed > 0)
      this.logger.log(
        `The time zone rules ${release} change the UTC times of ${changed} upcoming events: ` +
          'they were recalculated from their local times.',
      );
  }
}
