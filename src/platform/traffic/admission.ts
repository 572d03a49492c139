import { AsyncResource } from 'node:async_hooks';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { bulkhead, BulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import type { RequestHandler, Response } from 'express';
import { Settings } from '../config';
import { Problem, sendProblem } from '../errors';
import { bodySize } from './body-size';

/**
 * A request that has waited longer is refused. With the default settings the line is through in
 * this time when a request takes a third of a second: what waits longer waits for something that
 * hangs, and its client does better to know.
 */
const WAIT_MILLISECONDS = 2000;

/** Turns of the event loop, a fraction of a millisecond each, that a request waits for others. */
const TURNS_MAX = 50;

/**
 * Bounds what the service does at once: so many requests are carried out, so many wait, and the
 * others are refused, which costs next to nothing. What is admitted is answered as fast as ever.
 */
@Injectable()
export class Admission implements OnModuleInit {
  private readonly places: BulkheadPolicy;
  /** Connections and requests so far. */
  private arrivals = 0;
  /** Bytes of the bodies that are on their way, or in use. */
  private bodies = 0;

  constructor(
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
  ) {
    this.places = bulkhead(settings.maxConcurrentRequests, settings.maxQueuedRequests);
  }

  onModuleInit(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.on('connection', () => this.arrivals++);
  }

  /** How many requests are carried out. */
  get running(): number {
    return this.settings.maxConcurrentRequests - this.places.executionSlots;
  }

  /** How many requests wait to be carried out. */
  get waiting(): number {
    return this.settings.maxQueuedRequests - this.places.queueSlots;
  }

  /**
   * Refuses requests for which there is no room, before their bodies are read. Bodies that arrive
   * slowly take no place from others, only room.
   */
  readonly arrive: RequestHandler = (request, response, next) => {
    this.arrivals++;
    const { bodyLimit, maxConcurrentRequests } = this.settings;
    const size = bodySize(request, bodyLimit);
    const isFull = this.places.executionSlots === 0 && this.places.queueSlots === 0;
    if (isFull || this.bodies + size > bodyLimit * maxConcurrentRequests) {
      refuse(response);
      return;
    }
    this.bodies += size;
    response.once('close', () => (this.bodies -= size));
    next();
  };

  /** Lets requests that are there as a whole go on when there is a place. */
  readonly enter: RequestHandler = (request, response, next) => {
    let waits = true;
    const patience = setTimeout(() => {
      waits = false;
      refuse(response);
    }, WAIT_MILLISECONDS);
    // A place that comes free is handed over in the midst of somebody else's request.
    const work = AsyncResource.bind(async () => {
      await this.allAtTheDoor();
      clearTimeout(patience);
      // cockatiel's own signal would leave the next in line waiting when one has gone.
      if (!waits || request.socket.destroyed) return;
      const answered = this.answered(response);
      next();
      await answered;
    });
    this.places.execute(work).catch((error: unknown) => {
      clearTimeout(patience);
      if (error instanceof BulkheadRejectedError) refuse(response);
      else next(error);
    });
  };

  /**
   * Resolves when no more requests are coming in. One that is carried out without a pause, as they
   * are on SQLite, keeps the others in the sockets of the operating system, where nothing counts
   * and refuses them; of new connections the event loop takes in one a turn.
   */
  private async allAtTheDoor(): Promise<void> {
    for (let turns = 0, seen = -1; turns < TURNS_MAX && seen !== this.arrivals; turns++) {
      seen = this.arrivals;
      await nextTurn();
    }
  }

  /**
   * Resolves when the work on a response is over, whether its client still waits for it or not: who
   * asks, leaves and asks again gets no more done than others. Slow readers hold no place.
   */
  private answered(response: Response): Promise<void> {
    return new Promise((resolve) => {
      response.end = new Proxy(Reflect.get(response, 'end'), {
        apply(end, self, given: unknown[]): unknown {
          resolve();
          return Reflect.apply(end, self, given);
        },
      });
      // Work that never comes to an answer counts as over some time after its client has gone.
      response.once('close', () => {
        if (!response.writableEnded)
          setTimeout(resolve, this.settings.requestTimeout * 1000).unref();
      });
    });
  }
}

function refuse(response: Response): void {
  if (response.destroyed) return;
  sendProblem(response, new Problem('rest-overloaded', { headers: { 'Retry-After': '1' } }));
}
