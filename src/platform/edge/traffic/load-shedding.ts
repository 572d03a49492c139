import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type NestMiddleware, type OnApplicationShutdown } from '@nestjs/common';
import { type ErrorCode, hasMuchToCome, REQUEST_ID, requestIdOf } from '../../foundation/errors';
import { Lifecycle } from '../../operation/health';
import { JsonLog, Metrics } from '../../operation/observability';
import { Admission, overloaded } from './admission';
import { BROWSER_HEADERS } from './browser-headers.middleware';
import { CrossOriginMiddleware } from './cross-origin.middleware';

/** `OverloadMiddleware` makes the first refusals of each second, with a log line each. */
const LOGGED_MAX = 10;
const SECOND_MILLISECONDS = 1000;

/** Health checks and metrics, which have no limits; see `MIDDLEWARE`. */
const WITHOUT_LIMITS = /^(?:[a-z]+:\/\/[^/?#]*)?\/(?:health|metrics)(?![\w-])/i;

/**
 * Refuses requests before Express handles them, while all slots and queue positions are taken and
 * many requests have been refused in the same second (load shedding). Such a refusal takes about a
 * tenth of the processor time of one by `OverloadMiddleware`: the answer is prepared except for the
 * request id, and one log line covers all of them.
 */
@Injectable()
export class LoadShedding implements NestMiddleware, OnApplicationShutdown {
  readonly status: number;
  readonly code: ErrorCode;
  private readonly headers: readonly string[];
  /** The problem document up to the request id, which is its last member. */
  private readonly beginning: string;
  /** Runs from the first refusal of a second to the end of that second. */
  private second?: NodeJS.Timeout;
  /** The refusals in this second, and the number of them without a log line of their own. */
  private refused = 0;
  private unlogged = 0;
  private isExempt: (request: IncomingMessage) => boolean = () => false;

  constructor(
    private readonly admission: Admission,
    private readonly lifecycle: Lifecycle,
    private readonly crossOrigin: CrossOriginMiddleware,
    private readonly metrics: Metrics,
    private readonly log: JsonLog,
  ) {
    const problem = overloaded();
    this.status = problem.getStatus();
    this.code = problem.code;
    this.headers = [
      ...Object.entries(BROWSER_HEADERS).flat(),
      ...Object.entries(problem.headers).flat(),
      'Content-Type',
      'application/problem+json; charset=utf-8',
    ];
    this.beginning = JSON.stringify({ ...problem.body, request_id: '' }).slice(0, -'"}'.length);
  }

  onApplicationShutdown(): void {
    this.endSecond();
  }

  /** Exempts requests that need no slot, because they share the answer of a queued request. */
  exempt(isExempt: (request: IncomingMessage) => boolean): void {
    this.isExempt = isExempt;
  }

  use(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { isFull, isOverloaded } = this.admission;
    if ((isFull || isOverloaded) && this.isLimited(request)) {
      if (!isFull) this.admission.expect(response);
      else if (this.refuses(request, response)) return;
    }
    next();
  }

  private isLimited(request: IncomingMessage): boolean {
    return (
      this.lifecycle.phase === 'serving' &&
      !WITHOUT_LIMITS.test(request.url ?? '') &&
      !this.isExempt(request)
    );
  }

  /** Refuses a request, unless it is one of the first of this second. */
  private refuses(request: IncomingMessage, response: ServerResponse): boolean {
    this.second ??= setTimeout(() => this.endSecond(), SECOND_MILLISECONDS).unref();
    if (++this.refused <= LOGGED_MAX) return false;
    this.unlogged++;
    this.send(request, response);
    this.metrics.countRefused(request.method ?? '', this);
    return true;
  }

  private send(request: IncomingMessage, response: ServerResponse): void {
    // A valid id has no characters that need escaping in JSON or in a header field.
    const id = requestIdOf(request.headers);
    const body = `${this.beginning}${id}"}`;
    const headers = [...this.headers, REQUEST_ID, id];
    for (const field of Object.entries(this.crossOrigin.headersFor(request)))
      headers.push(...field);
    headers.push('Content-Length', String(Buffer.byteLength(body)));
    if (hasMuchToCome(request)) headers.push('Connection', 'close');
    response.writeHead(this.status, headers).end(body);
  }

  private endSecond(): void {
    clearTimeout(this.second);
    const { status, code, unlogged } = this;
    Object.assign(this, { second: undefined, refused: 0, unlogged: 0 });
    if (unlogged === 0) return;
    const members = { logger: 'Requests', status, code, requests: unlogged };
    this.log.write('info', members, 'Refused without a line each.');
  }
}
