import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LEASE_MILLISECONDS } from './extension-lease';
import { SeriesHorizon } from './series-horizon';

const HOUR_MILLISECONDS = 3_600_000;

/** Creates further occurrences of series, when the service has started and every hour. */
@Injectable()
export class SeriesExtender implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Series');
  private isEnding = false;
  private work: Promise<void> = Promise.resolve();
  private timer?: NodeJS.Timeout;

  constructor(private readonly horizon: SeriesHorizon) {}

  /** Starts the work in the background. */
  begin(): void {
    this.work = this.run().then((pause) => {
      if (this.isEnding) return;
      this.timer = setTimeout(() => {
        this.begin();
      }, pause).unref();
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

  /**
   * Never rejects: what failed is done by the next run.
   *
   * @returns the pause before the next run. It is short while another instance works, which may be killed
   */
  private async run(): Promise<number> {
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
