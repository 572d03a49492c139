import type { Server, ServerResponse } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import type { NextFunction, Response } from 'express';
import { Settings } from '../config';
import { sendProblem } from '../errors';
import { Metrics } from '../observability';
import { Arrivals } from './arrivals';
import { overloaded } from './overloaded';
import { Pace } from './pace';

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
 * The part of that timeout which the last request in the queue is expected to wait. Who waits in vain
 * costs much more than who is refused at once, and requests do not take equally long.
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
  /** Response → when the work on it is over. */
  private readonly works = new WeakMap<Response, Promise<void>>();
  /** Response → a function that gives back its place. */
  private readonly leaving = new WeakMap<Response, () => void>();
  /** The responses of requests that were let in, and do not wait for a place yet. */
  private readonly coming = new Set<ServerResponse>();
  /** The responses of requests that were let in, until they have a place. */
  private readonly inQueue = new WeakSet<ServerResponse>();
  /** The requests that get a place in the time that a request waits in an overload. */
  private readonly begun = new Pace(WAIT_IN_OVERLOAD_MILLISECONDS);
  /** When a request last found the queue empty. */
  private lineSince = 0;

  constructor(
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
    metrics: Metrics,
  ) {
    this.places = bulkhead(settings.maxConcurrentRequests, settings.maxQueuedRequests);
    metrics.watch('requests_running', 'Requests that are carried out.', () => this.running);
    metrics.watch('requests_waiting', 'Requests that wait for a place.', () => this.waiting);
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
   * Whether no place and no place in the queue is left beside those who are on their way to one. In
   * an overload, the queue is full when the last request in it would wait too long, as others have
   * come out of it lately (`EXPECTED_WAIT`): who cannot have a place is refused at once, which costs least.
   */
  get isFull(): boolean {
    const { executionSlots, queueSlots } = this.places;
    const coming = this.coming.size;
    if (coming >= executionSlots + queueSlots) return true;
    const inLine = this.waiting + coming - executionSlots;
    return this.isOverloaded && inLine >= Math.max(1, this.begun.perPeriod * EXPECTED_WAIT);
  }

  /** Whether requests have been waiting for some time, so that it is no short burst. */
  get isOverloaded(): boolean {
    return this.waiting > 0 && performance.now() - this.lineSince > OVERLOAD_AFTER_MILLISECONDS;
  }

  /**
   * Counts a request before it is known whether it needs a place: in an overload, what the cache cannot
   * answer would otherwise be refused behind it, where a refusal costs ten times more.
   */
  expect(response: ServerResponse): void {
    this.coming.add(response);
    const leave = (): void => void this.coming.delete(response);
    // A slow reader of an answer keeps no place.
    response.once('prefinish', leave).once('close', leave);
  }

  /** Whether a request waits for its place: nothing has been read for it. */
  isInQueue(response: ServerResponse): boolean {
    return this.inQueue.has(response) && !response.writableEnded;
  }

  /** Refuses a request when there is no room. */
  arrive(response: Response, next: NextFunction): void {
    this.arrivals.add();
    const isExpected = this.coming.delete(response);
    // A client that has gone closes no second time, and would be counted for ever.
    if (response.destroyed) return;
    if (this.isFull) {
      refuse(response);
      return;
    }
    this.inQueue.add(response);
    this.coming.add(response);
    if (!isExpected) response.once('close', () => this.coming.delete(response));
    next();
  }

  /** Lets a request continue when it has a place. */
  enter(response: Response, next: NextFunction): void {
    this.take(response).then(
      () => next(),
      () => refuse(response),
    );
  }

  /**
   * Waits for something outside of the service, such as a slow body. Meanwhile another request may
   * use the place. It does not resolve if the client has closed the connection.
   *
   * @throws Problem rest-overloaded when there is no place afterwards, or whatever `wait` throws
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
   * before: a client cannot free its place by disconnecting and asking again. A slow reader of the
   * answer keeps no place.
   */
  answered(response: Response): Promise<void> {
    const work =
      this.works.get(response) ??
      new Promise<void>((resolve) => {
        response.once('prefinish', resolve);
        // A list in parts continues at the speed of its reader, which must not keep a place.
        response.once('pipe', () => resolve());
        // Work that never answers counts as over some time after the client has closed the
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
   * Waits for a place, which the response keeps until it is answered.
   *
   * @throws Problem rest-overloaded when the queue is full, or after the timeout
   */
  private take(response: Response): Promise<void> {
    const answered = this.answered(response);
    this.coming.delete(response);
    const { socket } = response.req;
    // Who ends the sending side while waiting is taken for gone: most are.
    const drop = (): void => void socket.destroy();
    socket.once('end', drop);
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const giveUp = (): void => {
        isWaiting = false;
        socket.off('end', drop);
        clearTimeout(timeout);
        this.inQueue.delete(response);
        reject(overloaded());
      };
      const timeout = setTimeout(giveUp, this.queueTimeout());
      const work = async (): Promise<void> => {
        socket.off('end', drop);
        clearTimeout(timeout);
        this.begun.add();
        // Checked here because with cockatiel's own signal an aborted request would block the next
        // one in the queue.
        if (!isWaiting || !isOpen(response)) return;
        await this.arrivals.over();
        if (!isOpen(response)) return;
        this.inQueue.delete(response);
        const left = new Promise<void>((leave) => this.leaving.set(response, leave));
        resolve();
        await Promise.race([answered, left]);
      };
      this.places.execute(work).catch(giveUp);
    });
  }

  /** The timeout of a request that joins the queue now; milliseconds. */
  private queueTimeout(): number {
    if (this.waiting === 0) this.lineSince = performance.now();
    return this.isOverloaded ? WAIT_IN_OVERLOAD_MILLISECONDS : WAIT_MILLISECONDS;
  }
}

/** Whether the response is not answered, and the client is still connected. */
const isOpen = ({ headersSent, req }: Response): boolean => !headersSent && !req.socket.destroyed;

function refuse(response: Response): void {
  if (isOpen(response)) sendProblem(response, overloaded());
}
