import type { Outcome, Running, Workplace } from '../support/processes';

export class Instance {
  readonly starts: number[] = [];
  private running?: Running;

  constructor(
    private readonly workplace: Workplace,
    private readonly settings: Record<string, string>,
  ) {}

  /** The base URL of the interface; the port changes with every start. */
  get address(): string {
    if (!this.running) throw new Error('The service has not been started.');
    return this.running.printed.Interface;
  }

  get metrics(): string {
    return this.running?.printed.Metrics ?? '';
  }

  /** The name and version of its database, such as `MariaDB 10.11.19`. */
  get database(): string {
    return this.running?.printed.Database.split(',')[0] ?? 'no database';
  }

  async start(): Promise<void> {
    const from = performance.now();
    this.running = await this.workplace.serve({ LOG_LEVEL: 'error', ...this.settings });
    this.starts.push((performance.now() - from) / 1000);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Outcome | undefined> {
    return this.running?.end(signal);
  }
}
