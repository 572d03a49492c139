import type { DataSource } from 'typeorm';
import type { Database } from '../database';

/** The longest lag that can be told from a longer one. */
const REMEMBERED_MILLISECONDS = 3600 * 1000;

/** A number of the heartbeat, and when this process first read it from the primary. */
interface Beat {
  number: number;
  /** On the monotonic clock of the process. */
  at: number;
}

/**
 * A number in the database that goes up about once a second, whatever else is written. A replica
 * that shows a number has everything that was committed before it; what it lags behind is the time
 * since the first number that it does not show. This needs no clock but that of the process, and no
 * right but to read the table.
 */
export class Heartbeat {
  /** The oldest first. */
  private beats: Beat[] = [];

  constructor(private readonly database: Database) {}

  /** Raises the number, unless another instance has done so meanwhile, and reads it. */
  async beat(): Promise<void> {
    const last = this.beats.at(-1)?.number;
    await this.database.transaction(({ manager }) =>
      last === undefined
        ? // What this instance has migrated is older than this number.
          manager.query('UPDATE replica_heartbeat SET beat = beat + 1')
        : manager.query('UPDATE replica_heartbeat SET beat = beat + 1 WHERE beat = ?', [last]),
    );
    this.note(await shownBy(this.database.primary.dataSource), performance.now());
  }

  note(number: number, at: number): void {
    const last = this.beats.at(-1)?.number;
    if (number === last) return;
    // The primary was replaced by a server that has not got everything.
    if (last !== undefined && number < last) this.beats = [];
    this.beats.push({ number, at });
    while (this.beats.length > 1 && at - this.beats[1].at > REMEMBERED_MILLISECONDS)
      this.beats.shift();
  }

  /**
   * How far a server lags behind that shows this number; milliseconds. Infinity when it is older
   * than all that are remembered.
   */
  lagOf(number: number, now: number): number {
    const known = this.beats.findLastIndex((beat) => beat.number <= number);
    if (known < 0) return Infinity;
    const missing = this.beats.at(known + 1);
    return missing === undefined || known === this.beats.length - 1 ? 0 : now - missing.at;
  }
}

/** The number that a server shows. */
export async function shownBy(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<[{ beat: number }?]>('SELECT beat FROM replica_heartbeat');
  if (row === undefined) throw new Error('The table replica_heartbeat has no row');
  return row.beat;
}
