import type { Server, ServerResponse } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import type { NextFunction, Response } from 'express';
import { Settings } from '../../foundation/config';
import { Problem, sendProblem } from '../../foundation/errors';
import { Metrics } from '../../operation/observability';
import { Arrivals, Throughput } from './arrivals';

/**
 * The timeout in the queue. With the default settings a full queue is processed in this time if a
 * request takes a third of a second. Requests that wait longer usually wait for something that
 * hangs, and an error is more useful to the client.
 */
const WAIT_MILLISECONDS = 2000;
/**
 * The timeout after the queue has not been empty for some time. Then it is no short burst: waiting
 * makes every answer later, but does not make more answers possible (controlled delay).
 */
const WAIT_IN_OVERLOAD_MILLISECONDS = 250;
const OVERLOAD_AFTER_MILLISECONDS = 1000;
/**
 * The share of that timeout which the last request in the queue is expected to wait. A request that
 * times out costs much more than one refused at once, and requests do not take equally long.
 */
const EXPECTED_WAIT = 0.5;

/**
 * Limits the number of concurrent requests. Further requests wait in a queue of limited length;
 * beyond it they are refused, which costs almost nothing. So admitted requests are answered as fast
 * as without load.
 */
@Injectable()
export class Admission implements OnModuleInit {
  private readonly places: BulkheadPolicy;
  private readonly arrivals = new Arrivals();
  /** Response → promise that resolves when the work on it is over. */
  private readonly works = new WeakMap<Response, Promise<void>>();
  /** Response → function that frees its slot. */
  private readonly leaving = new WeakMap<Response, () => void>();
  /** The responses of requests that are admitted but not queued yet. */
  private readonly admitted = new Set<ServerResponse>();
  /** The responses of requests that are admitted, until they have a slot. */
  private readonly queued = new WeakSet<ServerResponse>();
  /** Slots assigned per queue timeout under overload. */
  private readonly throughput = new Throughput(WAIT_IN_OVERLOAD_MILLISECONDS);
  /** When a request last found the queue empty; `performance.now()`. */
  private queuedSince = 0;

  constructor(
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
    metrics: Metrics,
  ) {
    this.places = bulkhead(settings.maxConcurrentRequests, settings.maxQueuedRequests);
    metrics.watch('calendar_requests_running', 'Requests in progress.', () => this.running);
    metrics.watch('calendar_requests_waiting', 'Requests in the queue.', () => this.waiting);
  }

  onModuleInit(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.on('connection', () => this.arrivals.add());
  }

  /** The number of requests that are running. */
  get running(): number {
    return this.settings.maxConcurrentRequests - this.places.executionSlots;
  }

  /** The number of requests in the queue. */
  get waiting(): number {
    return this.settings.maxQueuedRequests - this.places.queueSlots;
  }

  /**
   * True when all slots and queue positions are taken, counting requests that are admitted but not
   * queued yet. Under overload, the queue counts as full when its last request would wait too long
   * at the recent rate (`EXPECTED_WAIT`): refusing a request at once is the cheapest.
   */
  get isFull(): boolean {
    const { executionSlots, queueSlots } = this.places;
    const admitted = this.admitted.size;
    if (admitted >= executionSlots + queueSlots) return true;
    const length = this.waiting + admitted - executionSlots;
    return this.isOverloaded && length >= Math.max(1, this.throughput.perPeriod * EXPECTED_WAIT);
  }

  /** True when requests have been waiting for some time: the load is no short burst. */
  get isOverloaded(): boolean {
    return this.waiting > 0 && performance.now() - this.queuedSince > OVERLOAD_AFTER_MILLISECONDS;
  }

  /**
   * Counts a request before it is known whether it needs a slot. Otherwise cache misses would be
   * refused after the cache lookup under overload, where a refusal costs ten times more.
   */
  expect(response: ServerResponse): void {
    this.admitted.add(response);
    const leave = (): void => void this.admitted.delete(response);
    // A slow reader of an answer holds no slot.
    response.once('prefinish', leave).once('close', leave);
  }

  /** True while a request waits for its slot: nothing has been read for it yet. */
  isInQueue(response: ServerResponse): boolean {
    return this.queued.has(response) && !response.writableEnded;
  }

  /** Refuses a request when all slots and queue positions are taken. */
  arrive(response: Response, next: NextFunction): void {
    this.arrivals.add();
    const isExpected = this.admitted.delete(response);
    // `close` does not fire again on a closed response, which would be counted forever.
    if (response.destroyed) return;
    if (this.isFull) {
      refuse(response);
      return;
    }
    this.queued.add(response);
    this.admitted.add(response);
    if (!isExpected) response.once('close', () => this.admitted.delete(response));
    next();
  }

  /** Lets a request continue when it has a slot. */
  enter(response: Response, next: NextFunction): void {
    this.take(response).then(
      () => next(),
      () => refuse(response),
    );
  }

  /**
   * Runs `wait` for something outside of the service, such as a slow body, without holding the
   * slot. It does not resolve if the client has closed the connection.
   *
   * @throws Problem rest-overloaded when no slot is free afterwards, or whatever `wait` throws
   */
  async outside<T>(response: Response, wait: () => Promise<T>): Promise<T> {
    this.leaving.get(response)?.();
    this.leaving.delete(response);
    try {
      return await wait();
    } finally {
      await this.take(response);
    }
  }

  /**
   * Resolves when the work on a response is over, even if the client has closed the connection
   * before: a client cannot free its slot by disconnecting and sending the request again. A slow
   * reader of the answer holds no slot.
   */
  answered(response: Response): Promise<void> {
    const work =
      this.works.get(response) ??
      new Promise<void>((resolve) => {
        response.once('prefinish', resolve);
        // A list in parts is sent at the speed of its reader, which must not hold a slot.
        response.once('pipe', () => resolve());
        // Work that never answers counts as over `requestTimeout` after the client has closed the
        // connection.
        response.once('close', () => {
          if (response.headersSent || !this.leaving.has(response)) resolve();
          else setTimeout(resolve, this.settings.requestTimeout * 1000).unref();
        });
      });
    this.works.set(response, work);
    return work;
  }

  /**
   * Waits for a slot, which the response holds until it is answered.
   *
   * @throws Problem rest-overloaded when the queue is full, or after the timeout
   */
  private take(response: Response): Promise<void> {
    const answered = this.answered(response);
    this.admitted.delete(response);
    const { socket } = response.req;
    // A client that ends its sending side while waiting is treated as disconnected: most are.
    const drop = (): void => void socket.destroy();
    socket.once('end', drop);
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const giveUp = (): void => {
        isWaiting = false;
        socket.off('end', drop);
        clearTimeout(timeout);
        this.queued.delete(response);
        reject(overloaded());
      };
      const timeout = setTimeout(giveUp, this.queueTimeout());
      const work = async (): Promise<void> => {
        socket.off('end', drop);
        clearTimeout(timeout);
        this.throughput.add();
        // Checked here because with cockatiel's own signal an aborted request would block the next
        // one in the queue.
        if (!isWaiting || !isOpen(response)) return;
        await this.arrivals.over();
        if (!isOpen(response)) return;
        this.queued.delete(response);
        const left = new Promise<void>((leave) => this.leaving.set(response, leave));
        resolve();
        await Promise.race([answered, left]);
      };
      this.places.execute(work).catch(giveUp);
    });
  }

  /** The timeout of a request that joins the queue now; milliseconds. */
  private queueTimeout(): number {
    if (this.waiting === 0) this.queuedSince = performance.now();
    return this.isOverloaded ? WAIT_IN_OVERLOAD_MILLISECONDS : WAIT_MILLISECONDS;
  }
}

/** True when the response is not answered and the client is still connected. */
const isOpen = ({ headersSent, req }: Response): boolean => !headersSent && !req.socket.destroyed;

function refuse(response: Response): void {
  if (isOpen(response)) sendProblem(response, overloaded());
}

/** 503 for a temporary overload. */
export const overloaded = (headers: Record<string, string> = {}): Problem =>
  new Problem('rest-overloaded', { headers: { 'Retry-After': '1', ...headers } });
