import { Injectable, Logger } from '@nestjs/common';
import { BackgroundWork } from '../../../platform/shared';
import { LEASE_MILLISECONDS, SeriesHorizon } from './series-horizon';

const HOUR_MILLISECONDS = 3_600_000;

/** Runs at the start and every hour. */
@Injectable()
export class SeriesExtender extends BackgroundWork {
  private readonly logger = new Logger('Series');

  constructor(private readonly horizon: SeriesHorizon) {
    super();
  }

  /** @returns the pause; it is short while another instance works, because that one may be killed */
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
