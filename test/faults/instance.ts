import type { Outcome, Running, Workplace } from '../support/processes';

/** An instance of the built service, which is started again whenever it has ended. */
export class Instance {
  /** How long each start took, until the first request could be sent; seconds. */
  readonly starts: number[] = [];
  private running?: Running;

  constructor(
    private readonly workplace: Workplace,
    private readonly settings: Record<string, string>,
  ) {}

  /** The root of its interface, which has another port after every start. */
  get address(): string {
    if (!this.running) throw new Error('The service has not been started.');
    return this.running.said.Interface;
  }

  /** Where its metrics are, if it has a METRICS_PORT. */
  get metrics(): string {
    return this.running?.said.Metrics ?? '';
  }

  /** What it writes to, such as `MariaDB 10.11.19`. */
  get database(): string {
    return this.running?.said.Database.split(',')[0] ?? 'no database';
  }

  async start(): Promise<void> {
    const from = performance.now();
    this.running = await this.workplace.serve({ LOG_LEVEL: 'error', ...this.settings });
    this.starts.push((performance.now() - from) / 1000);
  }

  /** Ends it with a signal, and waits until it has ended. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Outcome | undefined> {
    return this.running?.end(signal);
  }
}
