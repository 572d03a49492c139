import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../config';
import { BackgroundWork } from '../shared';
import { knownNames } from './migrate';

const INTERVAL_MILLISECONDS = 5000;

export class NewerReleaseError extends Error {}

/**
 * Detects that a newer release has changed the tables. Then this instance is not ready and writes nothing,
 * because its writes would lack the new columns (docs/operating/upgrading.md).
 */
@Injectable()
export class NewerRelease extends BackgroundWork {
  private readonly logger = new Logger('Migrations');
  private unknown: readonly string[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {
    super();
  }

  get isThere(): boolean {
    return this.unknown.length > 0;
  }

  assertNone(): void {
    if (this.unknown.length > 0) throw new NewerReleaseError(this.sentence());
  }

  protected async run(): Promise<number> {
    const known = knownNames(this.dataSource, this.settings);
    const wasThere = this.isThere;
    try {
      const run = await this.dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
      const names = run.map(({ name }) => name);
      this.unknown = names.filter((name) => !known.has(name));
      if (this.isThere && !wasThere) this.logger.error(this.sentence());
    } catch {
      // A database that does not answer is reported elsewhere.
    }
    return INTERVAL_MILLISECONDS;
  }

  private sentence(): string {
    return (
      `A newer release has changed the database (${this.unknown.join(', ')}). ` +
      'This instance writes nothing any more: end it, and start that release.'
    );
  }
}
