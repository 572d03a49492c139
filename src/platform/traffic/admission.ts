import { AsyncResource } from 'node:async_hooks';
import type { Server } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { bulkhead, BulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import type { Request, RequestHandler, Response } from 'express';
import { clientAddress } from '../clients';
import { Settings } from '../config';
import { Problem, sendProblem } from '../errors';
import { Arrivals } from './arrivals';
import { type Body, BodyRoom } from './body-room';

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
  private readonly room: BodyRoom;
  private readonly arrivals = new Arrivals();
  /** When a request came last that found nobody waiting. */
  private lineSince = 0;

  constructor(
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost,
  ) {
    const { bodyLimit, maxConcurrentRequests, maxQueuedRequests } = settings;
    this.places = bulkhead(maxConcurrentRequests, maxQueuedRequests);
    this.room = new BodyRoom(bodyLimit * maxConcurrentRequests);
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

  /**
   * Refuses requests when all places are taken, before their bodies are read. Bodies that arrive
   * slowly take no place from others, only room.
   */
  readonly arrive: RequestHandler = (request, response, next) => {
    this.arrivals.add();
    if (this.places.executionSlots === 0 && this.places.queueSlots === 0) {
      refuse(response);
      return;
    }
    this.watchBody(request, response);
    next();
  };

  /** Lets requests that are there as a whole go on when there is a place. */
  readonly enter: RequestHandler = (_request, response, next) => {
    const patience = setTimeout(() => refuse(response), this.patience());
    // A place that comes free is handed over in the midst of somebody else's request.
    const work = AsyncResource.bind(async () => {
      clearTimeout(patience);
      // cockatiel's own signal would leave the next in line waiting when one has gone.
      if (!isOpen(response)) return;
      await this.arrivals.over();
      if (!isOpen(response)) return;
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

  /** How long a request that comes now is to wait; milliseconds. */
  private patience(): number {
    const now = performance.now();
    if (this.waiting === 0) this.lineSince = now;
    const isOverloaded = now - this.lineSince > OVERLOAD_AFTER_MILLISECONDS;
    return isOverloaded ? WAIT_IN_OVERLOAD_MILLISECONDS : WAIT_MILLISECONDS;
  }

  private watchBody(request: Request, response: Response): void {
    const { bodyLimit } = this.settings;
    const { headers } = request;
    const length = headers['content-length'] ?? headers['transfer-encoding'] ?? '0';
    if (length === '0') return;
    const body: Body = {
      client: clientAddress(request),
      bytes: 0,
      refuse: () => {
        if (!isOpen(response)) return;
        // The rest of it would be read and kept.
        refuse(response.set('Connection', 'close'));
      },
    };
    // A few bytes of it can stand for as many as are allowed.
    const isCompressed = headers['content-encoding'] !== undefined;
    const grow = ({ length }: Buffer): void =>
      this.room.grow(body, isCompressed ? bodyLimit : Math.min(body.bytes + length, bodyLimit));
    const leave = (): void => {
      request.off('data', grow);
      this.room.leave(body);
    };
    request.on('data', grow).once('end', () => this.room.arrived(body));
    response.once('close', leave).once('prefinish', () => {
      // Its reader may take some time over the answer.
      request.body = undefined;
      leave();
    });
  }

  /**
   * Resolves when the work on a response is over, whether its client still waits for it or not: who
   * asks, leaves and asks again gets no more done than others. Slow readers hold no place.
   */
  private answered(response: Response): Promise<void> {
    return new Promise((resolve) => {
      response.once('prefinish', resolve);
      // A list that is sent in parts goes on at the pace of its reader.
      response.once('pipe', () => resolve());
      // Work that never comes to an answer counts as over some time after its client has gone.
      response.once('close', () => {
        if (response.headersSent) resolve();
        else setTimeout(resolve, this.settings.requestTimeout * 1000).unref();
      });
    });
  }
}

/** Whether it is not answered, and somebody waits for it. */
const isOpen = ({ headersSent, req }: Response): boolean => !headersSent && !req.socket.destroyed;

function refuse(response: Response): void {
  if (!isOpen(response)) return;
  sendProblem(response, new Problem('rest-overloaded', { headers: { 'Retry-After': '1' } }));
}
