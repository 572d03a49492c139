import type { IncomingMessage } from 'node:http';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { carriesSecret } from '../access';
import { Settings } from '../config';
import { Database, type ReadServer } from '../database';
import { Heartbeat } from './heartbeat';
import { Replica } from './replica';

const INTERVAL_MILLISECONDS = 1000;
/** A replica that has not answered for this time is not read. */
const SILENT_MILLISECONDS = 3000;

const START_MILLISECONDS = 10_000;

/** What is known of a replica. */
export interface ReplicaState {
  /** Host and port. */
  name: string;
  /** Whether requests are answered from it. */
  isRead: boolean;
  /** How far it lags behind; seconds. NaN when that is not known. */
  lag: number;
  /** Connections at work. */
  busy: number;
}

/**
 * The replicas of `DATABASE_REPLICAS`, and which server a request reads from: one and the same for
 * all of its reads.
 *
 * Only reads of anonymous callers may be late. Whoever has a credential may have written, and reads
 * from the primary, as does whoever sends a password, which may just have been changed.
 */
@Injectable()
export class Replicas implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Replicas');
  private readonly replicas: readonly Replica[];
  private readonly heartbeat: Heartbeat;
  private readonly servers = new WeakMap<IncomingMessage, ReadServer>();
  /** Whether the log says of a replica that it is read. */
  private readonly told = new Map<Replica, boolean>();
  private readonly begun = performance.now();
  private turn = 0;
  private timer?: NodeJS.Timeout;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    { options }: DataSource,
  ) {
    this.replicas = settings.replicas.map((url) => new Replica(url, settings, options));
    this.heartbeat = new Heartbeat(database);
  }

  onApplicationBootstrap(): void {
    if (!this.areThere) return;
    if (this.settings.access === 'open')
      this.logger.warn(
        'DATABASE_REPLICAS are not read while ACCESS is open: everybody may have written.',
      );
    this.looking = this.look();
    this.timer = setInterval(() => {
      this.looking = this.look();
    }, INTERVAL_MILLISECONDS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  get areThere(): boolean {
    return this.replicas.length > 0;
  }

  /**
   * The server that a request reads from, the same one each time: a replica in turn, or the
   * primary. The cache of answers asks before the query has been read, and not for a request that
   * names a password.
   */
  serverOf(request: IncomingMessage): ReadServer {
    const known = this.servers.get(request);
    if (known !== undefined) return known;
    const replica = this.mayBeLate(request) ? this.next() : undefined;
    const server = replica ?? this.database.primary;
    this.servers.set(request, server);
    return server;
  }

  /** Leaves out the replica that a request could not be answered from, until it answers again. */
  leaveOut({ name }: ReadServer): void {
    this.replicas.find((replica) => replica.name === name)?.leaveOut();
  }

  states(): ReplicaState[] {
    const now = performance.now();
    return this.replicas.map((replica) => {
      const { size, free } = replica.poolState();
      const lag = this.lagOf(replica, now);
      return {
        name: replica.name,
        isRead: this.isReadable(replica, now),
        lag: Number.isFinite(lag) ? lag / 1000 : NaN,
        busy: size - free,
      };
    });
  }

  private mayBeLate(request: IncomingMessage): boolean {
    const { method = '', headers } = request;
    return (
      this.areThere &&
      this.settings.access === 'protected' &&
      (method === 'GET' || method === 'HEAD') &&
      !carriesSecret(request) &&
      // They ask whether what somebody knows is the latest.
      headers['if-match'] === undefined &&
      headers['if-unmodified-since'] === undefined
    );
  }

  private next(): Replica | undefined {
    const now = performance.now();
    const readable = this.replicas.filter((replica) => this.isReadable(replica, now));
    this.turn = (this.turn + 1) % this.replicas.length;
    return readable.at(this.turn % Math.max(readable.length, 1));
  }

  private isReadable(replica: Replica, now: number): boolean {
    return (
      replica.state(now).silent < SILENT_MILLISECONDS &&
      this.lagOf(replica, now) <= this.settings.replicaLag * 1000
    );
  }

  private lagOf(replica: Replica, now: number): number {
    return this.heartbeat.lagOf(replica.state(now).shown, now);
  }

  private async look(): Promise<void> {
    // Without the primary no number is missed: what its replicas show is read as before.
    const beaten = this.heartbeat.beat().catch(() => undefined);
    void Promise.all(this.replicas.map((replica) => replica.look())).then(() => this.tell());
    await beaten;
  }

  private tell(): void {
    const now = performance.now();
    // It takes a moment to connect at the start, and to show what was written then.
    const isStart = now - this.begun < START_MILLISECONDS;
    for (const replica of this.replicas) {
      const isRead = this.isReadable(replica, now);
      const told = this.told.get(replica);
      if (isRead === told || (!isRead && told === undefined && isStart)) continue;
      this.told.set(replica, isRead);
      if (isRead) this.logger.log(`The replica ${replica.name} is read.`);
      else this.logger.warn(leftOut(replica, this.lagOf(replica, now)));
    }
  }
}

/** What the log says of a replica that is not read. */
function leftOut({ name, problem }: Replica, lag: number): Error | string {
  const sentence = `The replica ${name} is not read`;
  if (problem !== undefined) return new Error(sentence, { cause: problem });
  return Number.isFinite(lag)
    ? `${sentence}: it lags behind by ${Math.round(lag / 1000)} seconds.`
    : `${sentence}: it does not show what is written, or does not answer.`;
}
