import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ClockReading, offsetOf, surerOf } from './clock-reading';
import { Dialect } from './dialects';
import { SkewNotices } from './skew-notices';

/** How often the database is asked; a reading twice as old counts no more. */
const INTERVAL_MILLISECONDS = 10_000;
/** What the two clocks of this machine may part by, until one of them has been set or stood still. */
const JUMP_MILLISECONDS = 1000;
/** For how long a request waits at most for an answer about the time, and none after it was in vain. */
const WAIT_MILLISECONDS = 500;
const PAUSE_MILLISECONDS = 1000;

/**
 * The time that decides: that of the database, so that it is one and the same for all instances,
 * whatever the clocks of their machines show. With SQLite it is that of the machine.
 *
 * The database is asked now and then. In between, the time goes on with a clock of this process
 * that nobody sets; where it and the clock of the machine disagree, the database is asked anew.
 */
@Injectable()
export class Clock implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Clock');
  private readonly notices = new SkewNotices();
  /** None with a database that has no clock of its own. */
  private reading?: ClockReading;
  /** By how much the clock of the machine was ahead of that of the process, at the last answer. */
  private machineOffset = 0;
  /** On the clock of the process. */
  private answeredAt = -Infinity;
  private waitedInVainAt = -Infinity;
  private asking?: Promise<void>;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly dataSource: DataSource,
    private readonly dialect: Dialect,
  ) {}

  onModuleInit(): Promise<void> {
    return this.ask();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Asks the database regularly from now on, and tells the log when the machine's clock is off. */
  watch(): void {
    if (!this.reading) return;
    this.tell();
    this.timer = setInterval(() => {
      void this.askOnce().then(() => this.tell());
    }, INTERVAL_MILLISECONDS).unref();
  }

  /** Milliseconds that the machine's clock is ahead of what `now` answers; negative: behind it. */
  get skew(): number {
    return this.reading ? this.machineOffset - offsetOf(this.reading) : 0;
  }

  now(): Date {
    return this.reading ? new Date(performance.now() + offsetOf(this.reading)) : new Date();
  }

  /** Asks the database before `now` is relied on, if a clock of this machine has been set or stood. */
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

  /** Those who are in doubt at the same time ask once; who gets no answer goes by what is known. */
  private askOnce(): Promise<void> {
    this.asking ??= this.ask()
      .catch(() => undefined)
      .finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async ask(): Promise<void> {
    const asked = performance.now();
    const shown = (await this.dialect.now(this.dataSource))?.getTime();
    if (shown === undefined) return;
    this.answeredAt = performance.now();
    this.machineOffset = machineOffset();
    const latest = { asked, answered: this.answeredAt, shown };
    this.reading = this.reading ? surerOf(this.reading, latest) : latest;
  }

  private tell(): void {
    const notice = this.notices.next(this.skew);
    if (notice) this.logger[notice.level](notice.message);
  }
}

/** What the clock of the machine shows beyond that of the process; milliseconds. */
const machineOffset = (): number => Date.now() - performance.now();
