import { Injectable, type NestMiddleware } from '@nestjs/common';
import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';
import { Problem, sendProblem } from '../../errors';
import { Metrics } from '../../observability';

/** Requests that wait longer usually wait for something that hangs. */
const WAIT_MILLISECONDS = 2000;

/** Limits the requests in progress. Others wait in a queue, and are refused when it is full. */
@Injectable()
export class ConcurrencyLimitMiddleware implements NestMiddleware {
  private readonly semaphore: SemaphoreInterface;
  private waiting = 0;

  constructor(
    private readonly settings: Settings,
    metrics: Metrics,
  ) {
    const { maxConcurrentRequests: max } = settings;
    this.semaphore = withTimeout(new Semaphore(max), WAIT_MILLISECONDS, overloaded());
    const running = (): number => max - Math.max(this.semaphore.getValue(), 0);
    metrics.watch('calendar_requests_running', 'Requests in progress.', running);
    metrics.watch('calendar_requests_waiting', 'Requests in the queue.', () => this.waiting);
  }

  async use(_request: Request, response: Response, next: NextFunction): Promise<void> {
    const isFull = this.semaphore.isLocked() && this.waiting >= this.settings.maxQueuedRequests;
    if (isFull) return sendProblem(response, overloaded());
    this.waiting++;
    try {
      const [, release] = await this.semaphore.acquire();
      if (response.destroyed) return release();
      this.releaseAfter(response, release);
    } catch (error) {
      return sendProblem(response, error as Problem);
    } finally {
      this.waiting--;
    }
    next();
  }

  private releaseAfter(response: Response, release: () => void): void {
    response.once('close', () => {
      if (response.headersSent) return release();
      // The client has disconnected, but the work continues: reconnecting must not free its slot.
      response.once('prefinish', release);
      setTimeout(release, this.settings.requestTimeout * 1000).unref();
    });
  }
}

const overloaded = (): Problem =>
  new Problem('rest-overloaded', { headers: { 'Retry-After': '1' } });
