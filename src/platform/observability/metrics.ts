import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register, Registry } from 'prom-client';
import { Database } from '../database';
import { LineOutput } from './json-log';

/** The value of a metric, or its value for each value of its label. */
type Sample = number | readonly (readonly [string, number])[];

/** Returns the values of a metric with their labels. */
const labelled = (sample: Sample, label = ''): [Record<string, string>, number][] =>
  typeof sample === 'number'
    ? [[{}, sample]]
    : sample.map(([of, value]) => [{ [label]: of }, value]);

/**
 * Buckets in seconds; a list takes some milliseconds, and no request should exceed the last bucket.
 */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of one application for Prometheus (exposition format 0.0.4). */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  readonly durations = new Histogram({
    name: 'calendar_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [this.registry],
  });
  readonly problems = new Counter({
    name: 'calendar_http_problems_total',
    help: 'Responses that are problem documents.',
    labelNames: ['code'],
    registers: [this.registry],
  });
  readonly inFlight = new Gauge({
    name: 'calendar_http_requests_in_flight',
    help: 'Requests in progress.',
    registers: [this.registry],
  });

  constructor(database: Database, output: LineOutput) {
    this.watch(
      'calendar_database_connections_max',
      'Maximum number of connections to the database.',
      () => {
        return database.poolState().size;
      },
    );
    this.watch('calendar_database_connections_busy', 'Database connections in use.', () => {
      const { size, free } = database.poolState();
      return size - free;
    });
    this.watch(
      'calendar_database_waiting',
      'Statements and transactions in the queue for a connection.',
      () => database.poolState().waiting,
    );
    this.watchTotal(
      'calendar_database_retries_total',
      'Retries of transactions, by reason.',
      () => Object.entries(database.retries),
      'reason',
    );
    this.watchTotal(
      'calendar_log_lines_dropped_total',
      'Log lines dropped because the standard output was blocked.',
      () => output.dropped,
    );
    // Those of the process are in the global registry, once for all applications in it.
    if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  }

  readonly contentType = this.registry.contentType;

  /**
   * Adds a gauge, which is read at every scrape.
   *
   * @param label the name of its label, if `read` returns several values
   */
  watch(name: string, help: string, read: () => Sample | Promise<Sample>, label?: string): void {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      async collect() {
        for (const [labels, value] of labelled(await read(), label)) this.set(labels, value);
      },
    });
  }

  /** Adds a counter, whose total is read at every scrape; see `watch`. */
  watchTotal(name: string, help: string, read: () => Sample, label?: string): void {
    new Counter({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [labels, total] of labelled(read(), label)) this.inc(labels, total);
      },
    });
  }

  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${await register.metrics()}`;
  }
}

/** The timeout of a database query for the metrics. */
const TIMEOUT_MILLISECONDS = 1000;

/** Returns the value of a metric; NaN when the database does not respond in time. */
export async function valueOrNaN(value: Promise<number>): Promise<number> {
  const unknown = sleep(TIMEOUT_MILLISECONDS, NaN, { ref: false });
  return Promise.race([value.catch(() => NaN), unknown]);
}
