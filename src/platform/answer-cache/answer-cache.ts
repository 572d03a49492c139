import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger, type NestMiddleware } from '@nestjs/common';
import { Settings } from '../config';
import { Clock, Database, DataVersion, type ReadServer } from '../database';
import { Metrics } from '../observability';
import { Replicas } from '../replicas';
import { Admission, LoadShedding, RateLimitMiddleware } from '../traffic';
import { type KeptAnswer, keptAnswer, sendAgain } from './kept-answer';
import { KeptAnswers } from './kept-answers';
import { recordBody } from './recording';
import { keyOf } from './request-key';
import { SharedReading } from './shared-reading';
import { Sightings } from './sightings';

/** No answer takes more than this share of the cache. */
const LARGEST_SHARE = 1 / 16;

/** The longest time that a request waits for the version, and for an answer that is being made. */
const VERSION_MILLISECONDS = 500;
const ANSWER_MILLISECONDS = 1000;

/** An answer that is being made, or that a request in the queue will be given. */
interface Making {
  /** Of the data, before they are read from the server. */
  version: string;
  server: ReadServer;
  response: ServerResponse;
  /** Undefined for one that must not be given to others. */
  answer: Promise<KeptAnswer | undefined>;
}

/**
 * Gives answers to anonymous reads again, before Express, as long as they are what would be answered
 * anew: the version of the data has been read after the request had arrived, and is the one that was
 * read before the data of the answer, or none of its data had been read when the request arrived
 * (docs/decisions/0009-cache.md).
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
  /** The number of requests that wait for an answer which others have asked for. */
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
    shedding: LoadShedding,
    metrics: Metrics,
  ) {
    shedding.spare((request) => this.awaited(this.keyOf(request), request) !== undefined);
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
    const awaited = this.awaited(key, request);
    if (key === undefined || (awaited === undefined && this.admission.isFull)) {
      next();
      return;
    }
    if (!awaited && !this.kept.get(key) && !this.seen.has(key)) {
      this.seen.add(key);
      this.misses++;
      next();
      return;
    }
    void this.answer(key, request, response, awaited)
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

  /**
   * An answer that a request in the queue will be given. Whoever asks for the same before that request
   * has a place may be given it too, whatever is written meanwhile: its data are read afterwards.
   */
  private awaited(key: string | undefined, request: IncomingMessage): Making | undefined {
    const making = key === undefined ? undefined : this.makings.get(key);
    return making !== undefined &&
      this.hasRoom &&
      this.admission.isInQueue(making.response) &&
      this.replicas.serverOf(request) === making.server
      ? making
      : undefined;
  }

  /** @returns false when the answer has to be made */
  private async answer(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    awaited: Making | undefined,
  ): Promise<boolean> {
    const given = awaited && this.waitFor(awaited);
    for (const work of this.works) await work();
    if (!(await this.rateLimit.admits(request, response))) return false;
    await this.clock.settle();
    if (given) {
      if (this.give(await given, request, response)) return true;
      if (this.admission.isFull) return false;
    }
    const version = await this.versionFor(request);
    if (version === undefined) return false;
    const kept = this.current(key, version);
    // Nothing is waited for in between: of those who come in one turn, one makes the answer.
    const begun = kept ? undefined : this.begun(key, version);
    if (this.give(begun ? await this.waitFor(begun) : kept, request, response)) return true;
    this.misses++;
    // Nobody waits for what is not going to be made.
    if (!response.destroyed) this.keepNext(key, version, request, response);
    return false;
  }

  /** @returns false, with nothing sent, when it cannot be given */
  private give(
    known: KeptAnswer | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (!known || response.destroyed || !sendAgain(known, request, response)) return false;
    this.hits++;
    return true;
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
    return known?.version === version && this.isOfNow(known) ? known : undefined;
  }

  private isOfNow({ until }: KeptAnswer): boolean {
    return this.clock.now().getTime() < until;
  }

  /**
   * An answer that another request has begun to make, when the data had this version. So a write does
   * not let all who ask make the same answer.
   */
  private begun(key: string, version: string): Making | undefined {
    const making = this.makings.get(key);
    return making?.version === version && this.hasRoom ? making : undefined;
  }

  private async waitFor(making: Making): Promise<KeptAnswer | undefined> {
    this.waiting++;
    const answer = await making.answer;
    this.waiting--;
    return answer && this.isOfNow(answer) ? answer : undefined;
  }

  /** Whether another request may wait for an answer that others have asked for. */
  private get hasRoom(): boolean {
    return this.waiting < this.settings.maxQueuedRequests;
  }

  /** Keeps the answer that is made next, and lets others wait for it. */
  private keepNext(
    key: string,
    version: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    let end: (answer?: KeptAnswer) => void = () => undefined;
    const server = this.replicas.serverOf(request);
    const answer = new Promise<KeptAnswer | undefined>((resolve) => (end = resolve));
    const making = { version, server, response, answer };
    this.makings.set(key, making);
    const timer = setTimeout(() => {
      if (this.admission.isInQueue(response)) timer.refresh();
      else over();
    }, ANSWER_MILLISECONDS).unref();
    const over = (made?: KeptAnswer): void => {
      clearTimeout(timer);
      if (this.makings.get(key) === making) this.makings.delete(key);
      end(made);
    };
    response.once('close', () => over());
    recordBody(response, this.bytesMax, (body) => {
      const made = body && keptAnswer(request, response, body, version);
      if (made && this.isOfNow(made)) this.kept.set(key, made);
      else if (response.statusCode === 200) this.unkept.add(key);
      over(made);
    });
  }
}
