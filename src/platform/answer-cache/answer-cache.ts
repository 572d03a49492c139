import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger, type NestMiddleware } from '@nestjs/common';
import { Settings } from '../config';
import { Clock, Database, DataVersion, type ReadServer } from '../database';
import { Metrics } from '../observability';
import { Replicas } from '../replicas';
import { Admission, RateLimitMiddleware } from '../traffic';
import { type KeptAnswer, keptAnswer, sendAgain } from './kept-answer';
import { KeptAnswers } from './kept-answers';
import { recordBody } from './recording';
import { keyOf } from './request-key';
import { SharedReading } from './shared-reading';
import { Sightings } from './sightings';

/** No answer takes more than this share of the cache. */
const LARGEST_SHARE = 1 / 16;

/** The longest time that a request waits for the version, and for an answer that others have begun. */
const VERSION_MILLISECONDS = 500;
const ANSWER_MILLISECONDS = 1000;

/** An answer that is being made. */
interface Making {
  version: string;
  ended: Promise<void>;
}

/**
 * Gives answers to anonymous reads again, before Express, as long as they are what would be answered
 * anew: the version of the data has been read after the request had arrived, and is the one that was
 * read before the data of the answer (docs/decisions/0009-cache.md).
 *
 * What an answer may be kept for, its header fields and its `Freshness` say: `Cache-Control:
 * no-cache`, and a `Vary` of nothing but what is in the key. An address is kept when it is asked for
 * the second time, so that who reads every page displaces nothing.
 */
@Injectable()
export class AnswerCache implements NestMiddleware {
  private readonly logger = new Logger('Cache');
  private readonly kept: KeptAnswers<KeptAnswer>;
  private readonly bytesMax: number;
  /** Server → the version of its data: an answer and its version come from the same one. */
  private readonly versions = new WeakMap<ReadServer, SharedReading<string>>();
  private readonly seen = new Sightings();
  /** Keys of answers that are not kept. */
  private readonly unkept = new Sightings();
  private readonly makings = new Map<string, Making>();
  private readonly works: (() => Promise<unknown> | undefined)[] = [];
  /** The number of requests that wait for an answer which others have begun. */
  private waiting = 0;
  private hits = 0;
  private misses = 0;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly rateLimit: RateLimitMiddleware,
    private readonly admission: Admission,
    private readonly replicas: Replicas,
    private readonly database: Database,
    private readonly version: DataVersion,
    metrics: Metrics,
  ) {
    this.kept = new KeptAnswers(settings.cacheBytes);
    this.bytesMax = settings.cacheBytes * LARGEST_SHARE;
    metrics.watchTotal('cache_hits_total', 'Answers that were given from memory.', () => this.hits);
    metrics.watchTotal(
      'cache_misses_total',
      'Answers that were made, though their like may be kept.',
      () => this.misses,
    );
    metrics.watchTotal(
      'cache_evictions_total',
      'Answers that have left for others.',
      () => this.kept.evictions,
    );
    metrics.watch('cache_entries', 'Answers that are kept.', () => this.kept.size);
    metrics.watch('cache_bytes', 'Memory that kept answers take.', () => this.kept.taken);
  }

  /** Has something done, and waited for, before an answer is given from memory. */
  before(work: () => Promise<unknown> | undefined): void {
    this.works.push(work);
  }

  use(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const key = this.keyOf(request);
    if (key === undefined || this.admission.isFull) {
      next();
      return;
    }
    if (!this.kept.get(key) && !this.seen.has(key)) {
      this.seen.add(key);
      this.misses++;
      next();
      return;
    }
    void this.answer(key, request, response)
      .catch((error: unknown) => {
        this.logger.error(error);
        return response.headersSent;
      })
      .then((isAnswered) => {
        if (!isAnswered) next();
      });
  }

  /** Undefined for an address that is none of the interface, or whose answer cannot be kept. */
  private keyOf(request: IncomingMessage): string | undefined {
    if (this.bytesMax === 0 || request.url?.includes(this.settings.namespace) !== true)
      return undefined;
    const key = keyOf(request);
    return key === undefined || this.unkept.has(key) ? undefined : key;
  }

  /** @returns false when the answer has to be made */
  private async answer(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    for (const work of this.works) await work();
    if (!(await this.rateLimit.admits(request, response))) return false;
    await this.clock.settle();
    const version = await this.versionFor(request);
    if (version === undefined) return false;
    const known = this.current(key, version) ?? (await this.begun(key, version));
    if (known && !response.destroyed && sendAgain(known, request, response)) {
      this.hits++;
      return true;
    }
    this.misses++;
    this.keepNext(key, version, request, response);
    return false;
  }

  /** The version of the server that the request reads from, read from now on. */
  private versionFor(request: IncomingMessage): Promise<string | undefined> {
    const server = this.replicas.serverOf(request);
    let reading = this.versions.get(server);
    if (reading === undefined) {
      const read = (): Promise<string | undefined> =>
        this.database.readingFrom(server, () => this.version.read());
      reading = new SharedReading(read, VERSION_MILLISECONDS);
      this.versions.set(server, reading);
    }
    return reading.result();
  }

  private current(key: string, version: string): KeptAnswer | undefined {
    const known = this.kept.get(key);
    return known?.version === version && this.clock.now().getTime() < known.until
      ? known
      : undefined;
  }

  /**
   * Waits for an answer that another request has begun to make, when the data had this version. So a
   * write does not let all who wait make the same answer.
   */
  private async begun(key: string, version: string): Promise<KeptAnswer | undefined> {
    const making = this.makings.get(key);
    if (making?.version !== version || this.waiting >= this.settings.maxQueuedRequests)
      return undefined;
    this.waiting++;
    await making.ended;
    this.waiting--;
    return this.current(key, version);
  }

  /** Keeps the answer that is made next, and lets others wait for it. */
  private keepNext(
    key: string,
    version: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const making = { version, ended };
    this.makings.set(key, making);
    const timer = setTimeout(() => over(), ANSWER_MILLISECONDS).unref();
    const over = (): void => {
      clearTimeout(timer);
      if (this.makings.get(key) === making) this.makings.delete(key);
      end();
    };
    response.once('close', over);
    recordBody(response, this.bytesMax, (body) => {
      const answer = body && keptAnswer(request, response, body, version);
      if (answer && this.clock.now().getTime() < answer.until) this.kept.set(key, answer);
      else if (response.statusCode === 200) this.unkept.add(key);
      over();
    });
  }
}
