import { DataSource, type DataSourceOptions } from 'typeorm';
import { readServerUrl, type Settings } from '../config';
import { type Dialect, dialectOf, type PoolState, type ReadServer } from '../database';
import { shownBy } from './heartbeat';

/** A server that repeats what the primary has written; it may be late, or away. */
export class Replica implements ReadServer {
  /** Host and port. */
  readonly name: string;
  readonly dataSource: DataSource;
  private readonly dialect: Dialect;
  /** The heartbeat that it has shown last. */
  private shown = -Infinity;
  /** On the monotonic clock of the process. */
  private answeredAt = -Infinity;
  private looking?: Promise<void>;
  /** Why it could not be asked last; undefined when it has answered. */
  problem: unknown;

  /** @param primary the options of the primary: the entities are the same */
  constructor(url: string, { database }: Settings, primary: DataSourceOptions) {
    this.name = readServerUrl(url).name;
    this.dialect = dialectOf({ ...database, url });
    this.dataSource = new DataSource({
      ...primary,
      ...this.dialect.options(),
    } as DataSourceOptions);
  }

  /** Asks it for the heartbeat, and connects to it if need be; never fails. */
  look(): Promise<void> {
    this.looking ??= this.ask()
      .catch((error: unknown) => {
        this.problem = error;
      })
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Does not read from it before it has answered again. */
  leaveOut(): void {
    this.answeredAt = -Infinity;
  }

  /** The heartbeat that it has shown last, and how long ago; milliseconds. */
  state(now: number): { shown: number; silent: number } {
    return { shown: this.shown, silent: now - this.answeredAt };
  }

  poolState(): PoolState {
    return this.dialect.poolState(this.dataSource);
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async ask(): Promise<void> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    this.shown = await shownBy(this.dataSource);
    this.answeredAt = performance.now();
    this.problem = undefined;
  }
}
