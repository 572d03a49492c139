import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../config';
import { RecentlyUsed, SingleFlight } from '../shared';
import { Metrics } from '../observability';
import { DataVersion } from '../database';
import { type CachedResponse, recordResponse, sendCached } from './cached-response';
import { cacheKey } from './cache-key';

/** Maximum share of the cache that one response may take. */
const LARGEST_SHARE = 1 / 16;
/** How long identical requests wait for a response: its client may read it slowly. */
const WAIT_MILLISECONDS = 2000;
/** After a response that cannot be cached: one that is too large may become smaller. */
const PAUSE_MILLISECONDS = 60_000;
/** Maximum characters of all remembered keys: about 10,000 addresses. */
const KEYS_MAX = 1_000_000;

/**
 * Serves anonymous reads from memory while the cached response equals a new one: while the version
 * of the data, read after the request arrived, equals the version that was read before the data of
 * the response (docs/decisions/0009-cache.md).
 *
 * An address is cached at its second request, so that a client that reads every page evicts nothing.
 */
@Injectable()
export class ResponseCacheMiddleware implements NestMiddleware {
  private readonly cached: RecentlyUsed<string, CachedResponse>;
  /** Requested key → the time before which its response is not cached. */
  private readonly requested = new RecentlyUsed<string, number>(KEYS_MAX);
  /** Version and key → response in progress, which requests of the same version share. */
  private readonly inProgress = new Map<string, Promise<CachedResponse | undefined>>();
  private readonly versions = new SingleFlight<string | undefined>();
  private waiting = 0;
  private hits = 0;
  private misses = 0;

  constructor(
    private readonly settings: Settings,
    private readonly dataVersion: DataVersion,
    metrics: Metrics,
  ) {
    const cached = new RecentlyUsed<string, CachedResponse>(settings.cacheBytes);
    this.cached = cached;
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
      () => cached.evictions,
    );
    metrics.watch(
      'calendar_cache_waiting',
      'Requests that wait for the response to an identical request.',
      () => this.waiting,
    );
    metrics.watch('calendar_cache_entries', 'Cache entries.', () => cached.size);
    metrics.watch(
      'calendar_cache_bytes',
      'Size of all cache entries in bytes.',
      () => cached.taken,
    );
  }

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const key = this.keyOf(request);
    if (key === undefined) return next();
    if (!this.requested.has(key) && !this.cached.has(key)) {
      this.requested.set(key, 0, key.length);
      this.misses++;
      return next();
    }
    const version = await this.currentVersion().catch(() => undefined);
    if (version === undefined) return next();
    const known = this.cached.get(key);
    const pending = known?.version === version ? known : this.inProgress.get(version + key);
    // No `await` between this lookup and `record`: of concurrent requests, one creates the response.
    const same = pending instanceof Promise ? await this.waitFor(pending) : pending;
    if (same && Date.now() < same.until) {
      this.hits++;
      return sendCached(same, request, response);
    }
    this.misses++;
    if (!response.destroyed) this.record(key, version, request, response);
    next();
  }

  /**
   * Returns undefined for an address whose response could not be cached recently. The version of the data does not change
   * with translations, which pages contain.
   */
  private keyOf(request: Request): string | undefined {
    const { apiNamespace, site, followsTexts } = this.settings;
    const arePagesCached = site === 'on' && !followsTexts;
    if (!arePagesCached && !request.originalUrl.includes(apiNamespace)) return undefined;
    const key = cacheKey(request);
    const isPaused = key !== undefined && (this.requested.get(key) ?? 0) > Date.now();
    return isPaused ? undefined : key;
  }

  /** Returns the version of the data, read after the request arrived; undefined if there is none. */
  private currentVersion(): Promise<string | undefined> {
    return this.versions.joinFollowing(() => this.dataVersion.read());
  }

  private waitFor(pending: Promise<CachedResponse | undefined>) {
    this.waiting++;
    return pending.finally(() => this.waiting--);
  }

  /** Caches the response that is sent next, and lets identical requests share it. */
  private record(key: string, version: string, request: Request, response: Response): void {
    const { cached, inProgress } = this;
    const bytesMax = this.settings.cacheBytes * LARGEST_SHARE;
    const recorded = recordResponse(request, response, version, bytesMax).then((made) => {
      if (made) cached.set(key, made, key.length + made.bytes);
      else if (response.statusCode === 200 && response.writableEnded)
        this.requested.set(key, Date.now() + PAUSE_MILLISECONDS, key.length);
      if (inProgress.get(version + key) === shared) inProgress.delete(version + key);
      return made;
    });
    const late = sleep(WAIT_MILLISECONDS, undefined, { ref: false });
    const shared = Promise.race([recorded, late]);
    inProgress.set(version + key, shared);
  }
}
