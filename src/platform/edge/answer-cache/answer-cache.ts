import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger, type NestMiddleware } from '@nestjs/common';
import { Settings } from '../../foundation/config';
import { RecentlyUsed, SingleFlight } from '../../foundation/reuse';
import { Metrics } from '../../operation/observability';
import { Clock, DataVersion } from '../../storage/database';
import { Admission, LoadShedding, RateLimitMiddleware } from '../traffic';
import { type CachedAnswer, recordBody, sendAgain, toCachedAnswer } from './cached-answer';
import { keyOf } from './request-key';

/** Maximum share of the cache that one answer may take. */
const LARGEST_SHARE = 1 / 16;
/** The overhead of a cache entry, besides its key and its own bytes. */
const ENTRY_BYTES = 1000;
/** Maximum characters of all remembered keys: about 10,000 addresses. */
const KEYS_MAX = 1_000_000;

/** The timeout of reading the version. */
const VERSION_MILLISECONDS = 500;
/**
 * How often a pending answer is checked for a slot. One that runs longer than this after it left
 * the queue is not waited for.
 */
const LOOK_MILLISECONDS = 500;

/** An answer in progress, or the future answer of a queued request. */
interface PendingAnswer {
  /** The version of the data, read before the data. */
  version: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** Resolves to undefined when the answer must not be shared. */
  answer: Promise<CachedAnswer | undefined>;
}

/**
 * Serves anonymous reads from memory, before Express, while the cached answer equals a new one.
 * That holds in two cases (docs/decisions/0009-cache.md):
 *
 * - The version of the data, read after the request arrived, equals the version read before the
 *   data of the answer.
 * - None of the data of the answer had been read when the request arrived.
 *
 * An answer is cacheable by its header fields and its `Freshness`: `Cache-Control: no-cache`, and a
 * `Vary` with only fields that are in the key. An address is cached at its second request, so that
 * a client that reads every page evicts nothing.
 */
@Injectable()
export class AnswerCache implements NestMiddleware {
  private readonly logger = new Logger('Cache');
  private readonly cached: RecentlyUsed<string, CachedAnswer>;
  private readonly bytesMax: number;
  private readonly versions = new SingleFlight<string | undefined>();
  /** Key → answer in progress. */
  private readonly pendingAnswers = new Map<string, PendingAnswer>();
  /** Keys that were requested once. */
  private readonly seen = new RecentlyUsed<string, true>(KEYS_MAX);
  /** Keys of answers that are not cacheable. */
  private readonly uncacheable = new RecentlyUsed<string, true>(KEYS_MAX);
  private readonly works: (() => Promise<unknown> | undefined)[] = [];
  /** The number of requests that wait for an answer to another request. */
  private waiting = 0;
  private hits = 0;
  private misses = 0;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly rateLimit: RateLimitMiddleware,
    private readonly admission: Admission,
    private readonly dataVersion: DataVersion,
    shedding: LoadShedding,
    metrics: Metrics,
  ) {
    shedding.exempt((request) => this.queued(this.keyOf(request), request) !== undefined);
    this.cached = new RecentlyUsed(settings.cacheBytes);
    this.bytesMax = settings.cacheBytes * LARGEST_SHARE;
    metrics.watchTotal(
      'calendar_cache_hits_total',
      'Requests answered from the cache.',
      () => this.hits,
    );
    metrics.watchTotal(
      'calendar_cache_misses_total',
      'Cacheable requests that were not answered from the cache.',
      () => this.misses,
    );
    metrics.watchTotal(
      'calendar_cache_evictions_total',
      'Cache entries evicted to make room for others.',
      () => this.cached.evictions,
    );
    metrics.watch(
      'calendar_cache_waiting',
      'Requests that wait for the answer to an identical request.',
      () => this.waiting,
    );
    metrics.watch('calendar_cache_entries', 'Cache entries.', () => this.cached.size);
    metrics.watch(
      'calendar_cache_bytes',
      'Size of all cache entries in bytes.',
      () => this.cached.taken,
    );
  }

  /**
   * Registers work that must finish before an answer is served from memory. The same work must also
   * run before an answer is made, when its request has a slot.
   */
  before(work: () => Promise<unknown> | undefined): void {
    this.works.push(work);
  }

  use(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const key = this.keyOf(request);
    const queued = this.queued(key, request);
    if (key === undefined || (!queued && this.admission.isFull)) {
      next();
      return;
    }
    if (!queued && !this.cached.get(key) && !this.seen.has(key)) {
      this.seen.set(key, true, key.length);
      this.misses++;
      next();
      return;
    }
    void this.answer(key, request, response, queued)
      .catch((error: unknown) => {
        this.logger.error(error);
        return response.headersSent;
      })
      .then((isAnswered) => {
        // A disconnected client needs no answer.
        if (!isAnswered && !response.destroyed) next();
      });
  }

  /**
   * Returns undefined for an address outside of the interface, or with an answer that is not
   * cacheable.
   */
  private keyOf(request: IncomingMessage): string | undefined {
    if (this.bytesMax === 0 || request.url?.includes(this.settings.apiNamespace) !== true)
      return undefined;
    const key = keyOf(request);
    return key === undefined || this.uncacheable.has(key) ? undefined : key;
  }

  /**
   * Returns the pending answer of a queued request. Until that request has a slot, identical
   * requests may share its answer in spite of writes in between: its data is read afterwards.
   */
  private queued(key: string | undefined, request: IncomingMessage): PendingAnswer | undefined {
    const pending = key === undefined ? undefined : this.pending(key, request);
    return pending && this.admission.isInQueue(pending.response) ? pending : undefined;
  }

  /** Returns a pending answer with this key that a request may share. */
  private pending(key: string, request: IncomingMessage): PendingAnswer | undefined {
    if (this.waiting >= this.settings.maxQueuedRequests) return undefined;
    const pending = this.pendingAnswers.get(key);
    // A request with `If-None-Match` may be answered with a 304, which other clients cannot use.
    const known = pending?.request.headers['if-none-match'];
    return known === undefined || known === request.headers['if-none-match'] ? pending : undefined;
  }

  /**
   * @returns false when the answer must be made
   */
  private async answer(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    queued: PendingAnswer | undefined,
  ): Promise<boolean> {
    const queuedAnswer = queued && this.waitFor(queued);
    for (const work of this.works) await work();
    if (!(await this.rateLimit.admits(request, response))) return false;
    await this.clock.settle();
    if (queuedAnswer) {
      if (this.give(await queuedAnswer, request, response)) return true;
      if (this.admission.isFull) return false;
    }
    const version = await this.version();
    if (version === undefined) return false;
    const kept = this.cached.get(key);
    const known = kept?.version === version && this.isOfNow(kept) ? kept : undefined;
    // No `await` between the lookup and `keepNext`: of concurrent requests, one makes the answer.
    const pending = known ? undefined : this.pending(key, request);
    // Requests of one version share its answer: a write is not a cache miss for every client.
    const shared = pending?.version === version ? await this.waitFor(pending) : known;
    if (this.give(shared, request, response)) return true;
    this.misses++;
    // No request may wait for an answer that is not going to be made.
    if (!response.destroyed) this.keepNext(key, version, request, response);
    return false;
  }

  /**
   * Returns the version of the data, read after the request; undefined when it cannot be read in
   * time.
   */
  private version(): Promise<string | undefined> {
    let timer: NodeJS.Timeout;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, VERSION_MILLISECONDS, undefined).unref();
    });
    const version = this.versions.joinFollowing(() =>
      this.dataVersion.read().catch(() => undefined),
    );
    return Promise.race([version, late]).finally(() => clearTimeout(timer));
  }

  private async waitFor({ answer }: PendingAnswer): Promise<CachedAnswer | undefined> {
    this.waiting++;
    try {
      return await answer;
    } finally {
      this.waiting--;
    }
  }

  /**
   * @returns false, with nothing sent, when the answer cannot be used
   */
  private give(
    known: CachedAnswer | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (!known || !this.isOfNow(known) || response.destroyed) return false;
    if (!sendAgain(known, request, response)) return false;
    this.hits++;
    return true;
  }

  private isOfNow({ until }: CachedAnswer): boolean {
    return this.clock.now().getTime() < until;
  }

  /** Caches the answer that is made next, and lets identical requests share it. */
  private keepNext(
    key: string,
    version: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { pendingAnswers } = this;
    let end: (answer?: CachedAnswer) => void = () => undefined;
    const answer = new Promise<CachedAnswer | undefined>((resolve) => (end = resolve));
    const pending = { version, request, response, answer };
    pendingAnswers.set(key, pending);
    let wasInQueue = true;
    const timer = setTimeout(() => {
      if (!wasInQueue) over();
      else {
        wasInQueue = this.admission.isInQueue(response);
        timer.refresh();
      }
    }, LOOK_MILLISECONDS).unref();
    const over = (made?: CachedAnswer): void => {
      clearTimeout(timer);
      if (pendingAnswers.get(key) === pending) pendingAnswers.delete(key);
      end(made);
    };
    response.once('close', () => over());
    recordBody(response, this.bytesMax, (body) => {
      const made = body && toCachedAnswer(request, response, body, version);
      if (made && this.isOfNow(made))
        this.cached.set(key, made, key.length + made.bytes + ENTRY_BYTES);
      else if (response.statusCode === 200) this.uncacheable.set(key, true, key.length);
      over(made);
    });
  }
}
