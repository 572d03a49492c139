import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundWork, SingleFlight } from '../../foundation/reuse';
import { Dialect } from './dialects';

/** The interval of the queries; a reading that is twice as old is not used. */
const INTERVAL_MILLISECONDS = 10_000;
/** How far the two clocks of this machine may differ, before one counts as set or stopped. */
const JUMP_MILLISECONDS = 1000;
/** The longest time that a request waits for the query, and the pause after a failed query. */
const WAIT_MILLISECONDS = 500;
const PAUSE_MILLISECONDS = 1000;
/** The smallest difference between the clocks of the machine and the database that is logged. */
const SKEW_MILLISECONDS = 5000;

/**
 * The current time for the whole service: the time of the database, so that all instances agree,
 * even if the clocks of their machines are wrong. With SQLite it is the time of the machine.
 *
 * The database is queried at intervals. In between, the monotonic clock of the process measures the
 * time; when it differs from the clock of the machine, the database is queried again.
 */
@Injectable()
export class Clock extends BackgroundWork implements OnModuleInit {
  private readonly logger = new Logger('Clock');
  /** Undefined with a database that has no clock of its own. */
  private reading?: ClockReading;
  /** The machine's clock minus that of the process, at the last answer. */
  private machineOffset = 0;
  /** On the monotonic clock of the process. */
  private answeredAt = -Infinity;
  private waitedInVainAt = -Infinity;
  /** Whether the last message in the log was about a wrong clock. */
  private isWrong = false;
  private readonly queries = new SingleFlight<void>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly dialect: Dialect,
  ) {
    super();
  }

  onModuleInit(): Promise<void> {
    return this.ask();
  }

  /** Queries the database regularly, and logs when the machine's clock is wrong. */
  protected async run(): Promise<number | undefined> {
    if (!this.reading) return undefined;
    await this.askOnce();
    this.reportSkew();
    return INTERVAL_MILLISECONDS;
  }

  /** Milliseconds that the machine's clock is ahead of `now`; negative: behind it. */
  get skew(): number {
    return this.reading ? this.machineOffset - offsetOf(this.reading) : 0;
  }

  now(): Date {
    return this.reading ? new Date(performance.now() + offsetOf(this.reading)) : new Date();
  }

  /**
   * Queries the database before `now` is used, if a clock of this machine has been set or has
   * stopped.
   */
  async settle(): Promise<void> {
    if (performance.now() - this.waitedInVainAt < PAUSE_MILLISECONDS || !this.isInDoubt()) return;
    await Promise.race([this.askOnce(), sleep(WAIT_MILLISECONDS, undefined, { ref: false })]);
    if (this.isInDoubt()) this.waitedInVainAt = performance.now();
  }

  private isInDoubt(): boolean {
    if (!this.reading) return false;
    return (
      performance.now() - this.answeredAt > 2 * INTERVAL_MILLISECONDS ||
      Math.abs(machineOffset() - this.machineOffset) > JUMP_MILLISECONDS
    );
  }

  /** Concurrent callers share one query; without an answer the last reading is used. */
  private askOnce(): Promise<void> {
    return this.queries.join(() => this.ask().catch(() => undefined));
  }

  private async ask(): Promise<void> {
    const sent = performance.now();
    const shown = (await this.dialect.now(this.dataSource))?.getTime();
    if (shown === undefined) return;
    this.answeredAt = performance.now();
    this.machineOffset = machineOffset();
    const latest = { sent, answered: this.answeredAt, shown };
    this.reading = this.reading ? morePrecise(this.reading, latest) : latest;
  }

  /** Logs when the machine's clock becomes wrong, and when it is right again. */
  private reportSkew(): void {
    const isWrong = Math.abs(this.skew) > SKEW_MILLISECONDS;
    if (isWrong === this.isWrong) return;
    this.isWrong = isWrong;
    const seconds = Math.round(Math.abs(this.skew) / 1000);
    if (isWrong)
      this.logger.warn(
        `The clock of this machine is ${seconds} seconds ${this.skew < 0 ? 'behind' : 'ahead of'} that ` +
          'of the database, which the service goes by. Set one of them right.',
      );
    else this.logger.log('The clock of this machine agrees with that of the database again.');
  }
}

/** The machine's clock minus the monotonic clock of the process; milliseconds. */
const machineOffset = (): number => Date.now() - performance.now();

/** A reading of the database's clock by this process; milliseconds. */
export interface ClockReading {
  /** When the query was sent, on the monotonic clock of this process (`performance.now`). */
  sent: number;
  answered: number;
  /** The time that was read, since 1970. It is from a moment between the query and its answer. */
  shown: number;
}

/** The maximum drift of two clocks per millisecond: some seconds a day. */
const DRIFT = 1e-4;

/** Returns the difference between the clock of the database and that of this process. */
export const offsetOf = ({ sent, answered, shown }: ClockReading): number =>
  shown - (sent + answered) / 2;

/** Returns the maximum error of `offsetOf`, at a time on the clock of this process. */
const errorBound = ({ sent, answered }: ClockReading, at: number): number =>
  (answered - sent) / 2 + DRIFT * (at - answered);

/**
 * Returns the more precise of two readings: a slow answer is less precise than an earlier, quick
 * one. If the two contradict each other, a clock was set or stopped, and the latest reading is
 * returned.
 */
export function morePrecise(known: ClockReading, latest: ClockReading): ClockReading {
  const at = latest.answered;
  const apart = Math.abs(offsetOf(latest) - offsetOf(known));
  if (apart > errorBound(known, at) + errorBound(latest, at)) return latest;
  return errorBound(latest, at) <= errorBound(known, at) ? latest : known;
}
