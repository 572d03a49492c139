import { Injectable, Logger } from '@nestjs/common';
import { BackgroundWork } from '../../../platform/shared';
import { LEASE_MILLISECONDS, SeriesHorizon } from './series-horizon';

const HOUR_MILLISECONDS = 3_600_000;

/** Creates further occurrences of series, when the service has started and every hour. */
@Injectable()
export class SeriesExtender extends BackgroundWork {
  private readonly logger = new Logger('Series');

  constructor(private readonly horizon: SeriesHorizon) {
    super();
  }

  /**
   * The next run repeats the work of one that failed.
   *
   * @returns the pause, which is short while another instance works, because it may be killed
   */
  protected async run(): Promise<number> {
    try {
      const created = await this.horizon.extendAll(() => this.isEnding);
      if (created === undefined) return LEASE_MILLISECONDS;
      if (created > 0) this.logger.log(`${created} occurrences of series were created.`);
    } catch (error) {
      this.logger.error(new Error('The series could not be extended', { cause: error }));
    }
    return HOUR_MILLISECONDS;
  }
}
