import type { BeforeApplicationShutdown } from '@nestjs/common';

/** Work in the background that is repeated after a pause, and that a shutdown waits for. */
export abstract class BackgroundWork implements BeforeApplicationShutdown {
  /** Whether the work should end early. */
  protected isEnding = false;
  private work: Promise<void> = Promise.resolve();
  private timer?: NodeJS.Timeout;

  /**
   * Must not reject.
   *
   * @returns the milliseconds until the next run; undefined when there is none
   */
  protected abstract run(): Promise<number | undefined>;

  begin(): void {
    this.work = this.run().then((pause) => {
      if (this.isEnding || pause === undefined) return;
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
}
