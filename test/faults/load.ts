import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteRequest, WriteGenerator } from './write-requests';
import { WriteStatistics } from './statistics';
import type { Journal, Write } from './journal';
import { type Returned, learnIds } from './records';
import { type TestResponse, HttpClient } from './http-client';

const PAUSE_MILLISECONDS = 30;
const REPEAT_PAUSE_MILLISECONDS = 200;
const WORKERS = 8;
/** For what must happen without intervention. */
const PATIENCE_MILLISECONDS = 60_000;

export class Load {
  readonly statistics = new WriteStatistics();
  private readonly client = new HttpClient(WORKERS);
  private readonly workers: Promise<void>[] = [];
  private ending = new AbortController();
  /** Creations without a response that can be retried. */
  private repeatable: WriteRequest[] = [];
  /** The times at which each instance acknowledged a write during this load, in milliseconds. */
  private acknowledgements = new Map<string, number[]>();

  /** @param addresses returns the current base URLs of the instances to write to */
  constructor(
    private readonly journal: Journal,
    private readonly generator: WriteGenerator,
    private readonly addresses: () => readonly string[],
  ) {}

  start(mark: string): void {
    this.generator.mark = mark;
    this.ending = new AbortController();
    this.acknowledgements = new Map(this.addresses().map((address) => [address, []]));
    for (let index = 0; index < WORKERS; index += 1) this.workers.push(this.work(index));
    this.workers.push(this.repeatWhileRunning());
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.workers.splice(0));
  }

  async acknowledged(count: number): Promise<void> {
    const wanted = this.statistics.acknowledged + count;
    await this.until(() => this.statistics.acknowledged >= wanted, 'The writes are too slow');
  }

  /** Waits until every instance has acknowledged a write after this moment. */
  async acknowledges(withinMilliseconds = PATIENCE_MILLISECONDS): Promise<void> {
    const from = performance.now();
    const isBack = (address: string): boolean =>
      (this.acknowledgements.get(address)?.at(-1) ?? 0) > from;
    await this.until(
      () => this.addresses().every(isBack),
      'No write succeeds any more',
      withinMilliseconds,
    );
  }

  /**
   * Waits for a condition.
   * @throws on timeout
   */
  async until(
    isReached: () => boolean,
    otherwise: string,
    withinMilliseconds = PATIENCE_MILLISECONDS,
  ): Promise<void> {
    const deadline = performance.now() + withinMilliseconds;
    while (!isReached()) {
      if (performance.now() > deadline)
        throw new Error(`${otherwise}: ${this.statistics.toString()}`);
      await sleep(5);
    }
  }

  /** In seconds, on one instance during this load. */
  get outage(): number {
    const gaps = [...this.acknowledgements.values()].flatMap((times) =>
      times.slice(1).map((time, index) => time - times[index]),
    );
    return Math.max(0, ...gaps) / 1000;
  }

  /** Retries creations without a response until each exists exactly once. */
  async repeatAll(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (this.repeatable.length > 0) {
      if (performance.now() > deadline)
        throw new Error(`${this.repeatable.length} creations could not be retried.`);
      await this.repeat();
      if (this.repeatable.length > 0) await sleep(REPEAT_PAUSE_MILLISECONDS);
    }
  }

  close(): void {
    this.client.close();
  }

  private async work(index: number): Promise<void> {
    while (this.isRunning) {
      const call = this.generator.next();
      const isDone = await this.send(call, this.address(index));
      if (!isDone) await this.pause(PAUSE_MILLISECONDS);
    }
  }

  /** Retries each creation once. */
  private async repeat(): Promise<void> {
    for (const [index, call] of this.repeatable.splice(0).entries()) {
      if (await this.send(call, this.address(index))) this.statistics.repeated += 1;
    }
  }

  private async repeatWhileRunning(): Promise<void> {
    while (this.isRunning) {
      await this.repeat();
      await this.pause(REPEAT_PAUSE_MILLISECONDS);
    }
  }

  private get isRunning(): boolean {
    return !this.ending.signal.aborted;
  }

  /** Waits for the time, or until the load ends. */
  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.ending;
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  private address(index: number): string {
    const addresses = this.addresses();
    return addresses[index % addresses.length];
  }

  private async send(call: WriteRequest, address: string): Promise<boolean> {
    const { method, path, body, key, effects } = call;
    const write = this.journal.begin(effects);
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    const reply = await this.client.send(method, address + path, body, headers);
    this.statistics.count(reply);
    this.judge(reply, write, call, address);
    return write.outcome === 'acknowledged';
  }

  private judge(reply: TestResponse, write: Write, call: WriteRequest, address: string): void {
    const { status } = reply;
    const mayBeRunning = status === 409 && call.key !== undefined;
    if (status === 'not sent') {
      this.journal.refuse(write);
      this.repeatLater(call);
    } else if (status === 'no answer') {
      this.doubt(write, call);
      if (reply.why === 'ABORT_ERR') this.complain(call, reply);
    } else if (status < 300) {
      this.acknowledge(write, call, reply.body as Returned);
      this.acknowledgements.get(address)?.push(performance.now());
    } else if (status >= 500 || mayBeRunning) {
      this.doubt(write, call);
      if (status !== 503 && !mayBeRunning) this.complain(call, reply);
    } else {
      this.refuse(write, call);
      // Another writer may have deleted a record just before it was linked.
      if (!JSON.stringify(reply.body).includes('no such')) this.complain(call, reply);
    }
  }

  private acknowledge(write: Write, call: WriteRequest, record: Returned): void {
    this.journal.acknowledge(write);
    this.statistics.acknowledged += 1;
    const [[{ kind }]] = call.effects;
    learnIds(this.journal, kind, record);
    markRetryPending(call, false);
  }

  private refuse(write: Write, call: WriteRequest): void {
    this.journal.refuse(write);
    this.statistics.refused += 1;
    markRetryPending(call, false);
  }

  private doubt(write: Write, call: WriteRequest): void {
    this.journal.doubt(write);
    this.statistics.doubtful += 1;
    this.repeatLater(call);
  }

  private repeatLater(call: WriteRequest): void {
    if (call.key === undefined) return;
    this.repeatable.push(call);
    markRetryPending(call, true);
  }

  private complain({ method, path }: WriteRequest, reply: TestResponse): void {
    this.statistics.complain(`${method} ${path}: ${JSON.stringify(reply)}`);
  }
}

/** Excludes records from other writes while their creation is to be retried. */
function markRetryPending({ effects }: WriteRequest, isRetryPending: boolean): void {
  for (const entry of effects.keys()) entry.isRetryPending = isRetryPending;
}
