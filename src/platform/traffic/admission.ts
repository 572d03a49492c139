import type { Server } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import type { RequestHandler, Response } from 'express';
import { Settings } from '../config';
import { sendProblem } from '../errors';
import { Arrivals } from './arrivals';
import { overloaded } from './overloaded';

/**
 * A request that has waited longer is refused. With the default settings the line is through in
 * this time when a request takes a third of a second: what waits longer waits for something that
 * hangs, and its client does better to know.
 */
const WAIT_MILLISECONDS = 2000;
/**
 * The same once there has been a line for so long: it is no burst then that will soon be over, and
 * to wait makes every answer later and not one more of them possible (controlled delay).
 */
const WAIT_IN_OVERLOAD_MILLISECONDS = 250;
const OVERLOAD_AFTER_MILLISECONDS = 1000;

/**
 * Bounds what the service does at once: so many requests are carried out, so many wait, and the
 * others are refused, which costs next to nothing. What is admitted is answered as fast as ever.
 */
@Injectable()
export class Admission implements OnModuleInit {
  private readonly places: BulkheadPolicy;
  private readonly arrivals = new Arrivals();
  /** Of each response, when the work on it is over. */
  private readonly works = new WeakMap<Response, Promise<void>>();
  /** Gives back the place that a response has. */
  private readonly leaving = new WeakMap<Response, () => void>();
  /** When a request came last that found nobody waiting. */
  private lineSince = 0;

  constructor(
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
  ) {
    this.places = bulkhead(settings.maxConcurrentRequests, settings.maxQueuedRequests);
  }

  onModuleInit(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.on('connection', () => this.arrivals.add());
  }

  /** How many requests are carried out. */
  get running(): number {
    return this.settings.maxConcurrentRequests - this.places.executionSlots;
  }

  /** How many requests wait to be carried out. */
  get waiting(): number {
    return this.settings.maxQueuedRequests - this.places.queueSlots;
  }

  /** Refuses requests when all places are taken, also those in the line. */
  readonly arrive: RequestHandler = (_request, response, next) => {
    this.arrivals.add();
    if (this.places.executionSlots === 0 && this.places.queueSlots === 0) refuse(response);
    else next();
  };

  /** Lets requests go on when there is a place. */
  readonly enter: RequestHandler = (_request, response, next) => {
    this.take(response).then(
      () => next(),
      () => refuse(response),
    );
  };

  /**
   * Waits for something that is no work of the service, such as a body that arrives slowly: others
   * have the place of the request meanwhile. Of a client that has gone nothing comes back.
   *
   * @throws Problem rest-overloaded when there is no place afterwards, else whatever `wait` throws
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
   * Resolves when the work on a response is over, whether its client still waits for it or not: who
   * asks, leaves and asks again gets no more done than others. Slow readers hold no place.
   */
  answered(response: Response): Promise<void> {
    const work =
      this.works.get(response) ??
      new Promise<void>((resolve) => {
        response.once('prefinish', resolve);
        // A list that is sent in parts goes on at the pace of its reader.
        response.once('pipe', () => resolve());
        // Work that never comes to an answer counts as over some time after its client has gone.
        response.once('close', () => {
          if (response.headersSent || !this.leaving.has(response)) resolve();
          else setTimeout(resolve, this.settings.requestTimeout * 1000).unref();
        });
      });
    this.works.set(response, work);
    return work;
  }

  /**
   * Waits for a place, which the response then has until it is answered.
   *
   * @throws Problem rest-overloaded when there is none, or none soon
   */
  private take(response: Response): Promise<void> {
    const answered = this.answered(response);
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const giveUp = (): void => {
        isWaiting = false;
        clearTimeout(timeout);
        reject(overloaded());
      };
      const timeout = setTimeout(giveUp, this.queueTimeout());
      const work = async (): Promise<void> => {
        clearTimeout(timeout);
        // cockatiel's own signal would leave the next in line waiting when one has gone.
        if (!isWaiting || !isOpen(response)) return;
        await this.arrivals.over();
        if (!isOpen(response)) return;
        const left = new Promise<void>((leave) => this.leaving.set(response, leave));
        resolve();
        await Promise.race([answered, left]);
      };
      this.places.execute(work).catch(giveUp);
    });
  }

  /** How long a request that comes now is to wait; milliseconds. */
  private queueTimeout(): number {
    const now = performance.now();
    if (this.waiting === 0) this.lineSince = now;
    const isOverloaded = now - this.lineSince > OVERLOAD_AFTER_MILLISECONDS;
    return isOverloaded ? WAIT_IN_OVERLOAD_MILLISECONDS : WAIT_MILLISECONDS;
  }
}

/** Whether it is not answered, and somebody waits for it. */
const isOpen = ({ headersSent, req }: Response): boolean => !headersSent && !req.socket.destroyed;

function refuse(response: Response): void {
  if (isOpen(response)) sendProblem(response, overloaded());
}
