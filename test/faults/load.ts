import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Calls } from './calls';
import { Figures } from './figures';
import type { Journal, Write } from './journal';
import { type Answered, learnIds } from './records';
import { type Reply, Wire } from './wire';

const PAUSE_MILLISECONDS = 30;
const REPEAT_PAUSE_MILLISECONDS = 200;
const WORKERS = 8;
/** For whatever must happen by itself. */
const PATIENCE_MILLISECONDS = 60_000;

/** Mixed writes, several at a time, of which the journal keeps what was sent and what was answered. */
export class Load {
  readonly figures = new Figures();
  private readonly wire = new Wire(WORKERS);
  private readonly workers: Promise<void>[] = [];
  private ending = new AbortController();
  /** Creations without an answer that can be repeated. */
  private repeatable: Call[] = [];
  /** When each instance has acknowledged a write, since the start of this load; milliseconds. */
  private acknowledgements = new Map<string, number[]>();

  /** @param addresses the roots of the interface that are written to, as they are at the moment */
  constructor(
    private readonly journal: Journal,
    private readonly calls: Calls,
    private readonly addresses: () => readonly string[],
  ) {}

  /** @param mark a word for the texts that are written from now on */
  start(mark: string): void {
    this.calls.mark = mark;
    this.ending = new AbortController();
    this.acknowledgements = new Map(this.addresses().map((address) => [address, []]));
    for (let place = 0; place < WORKERS; place += 1) this.workers.push(this.work(place));
    this.workers.push(this.repeatWhileRunning());
  }

  /** Sends nothing new, and waits for what is under way. */
  async stop(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.workers.splice(0));
  }

  /** Waits until so many more writes have been acknowledged. */
  async acknowledged(count: number): Promise<void> {
    const wanted = this.figures.acknowledged + count;
    await this.until(() => this.figures.acknowledged >= wanted, 'The writes are too slow');
  }

  /** Waits until every instance has acknowledged a write that was answered after this moment. */
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

  /** Waits for something that the writes bring about. @throws when it takes too long */
  async until(
    isReached: () => boolean,
    otherwise: string,
    withinMilliseconds = PATIENCE_MILLISECONDS,
  ): Promise<void> {
    const deadline = performance.now() + withinMilliseconds;
    while (!isReached()) {
      if (performance.now() > deadline) throw new Error(`${otherwise}: ${this.figures.toString()}`);
      await sleep(5);
    }
  }

  /** The longest time that an instance acknowledged no write, since the start of this load; seconds. */
  get outage(): number {
    const gaps = [...this.acknowledgements.values()].flatMap((times) =>
      times.slice(1).map((time, place) => time - times[place]),
    );
    return Math.max(0, ...gaps) / 1000;
  }

  /** Sends creations without an answer again, as clients do, until each has its one record. */
  async repeatAll(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (this.repeatable.length > 0) {
      if (performance.now() > deadline)
        throw new Error(`${this.repeatable.length} creations could not be repeated.`);
      await this.repeat();
      if (this.repeatable.length > 0) await sleep(REPEAT_PAUSE_MILLISECONDS);
    }
  }

  close(): void {
    this.wire.close();
  }

  private async work(place: number): Promise<void> {
    while (this.isRunning) {
      const call = this.calls.next();
      const isDone = await this.send(call, this.address(place));
      if (!isDone) await this.pause(PAUSE_MILLISECONDS);
    }
  }

  /** Each of them once; those that are not acknowledged stay. */
  private async repeat(): Promise<void> {
    for (const [place, call] of this.repeatable.splice(0).entries()) {
      if (await this.send(call, this.address(place))) this.figures.repeated += 1;
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

  /** Until the time is over, or the load ends. */
  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.ending;
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  private address(place: number): string {
    const addresses = this.addresses();
    return addresses[place % addresses.length];
  }

  private async send(call: Call, address: string): Promise<boolean> {
    const { method, path, body, key, effects } = call;
    const write = this.journal.begin(effects);
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    const reply = await this.wire.send(method, address + path, body, headers);
    this.figures.count(reply);
    this.judge(reply, write, call, address);
    return write.outcome === 'acknowledged';
  }

  private judge(reply: Reply, write: Write, call: Call, address: string): void {
    const { status } = reply;
    const mayBeRunning = status === 409 && call.key !== undefined;
    if (status === 'not sent') {
      this.journal.refuse(write);
      this.repeatLater(call);
    } else if (status === 'no answer') {
      this.doubt(write, call);
      if (reply.why === 'ABORT_ERR') this.complain(call, reply);
    } else if (status < 300) {
      this.acknowledge(write, call, reply.body as Answered);
      this.acknowledgements.get(address)?.push(performance.now());
    } else if (status >= 500 || mayBeRunning) {
      this.doubt(write, call);
      if (status !== 503 && !mayBeRunning) this.complain(call, reply);
    } else {
      this.refuse(write, call);
      // What was to be linked may have been deleted a moment before.
      if (!JSON.stringify(reply.body).includes('no such')) this.complain(call, reply);
    }
  }

  private acknowledge(write: Write, call: Call, record: Answered): void {
    this.journal.acknowledge(write);
    this.figures.acknowledged += 1;
    const [[{ kind }]] = call.effects;
    learnIds(this.journal, kind, record);
    markAwaited(call, false);
  }

  private refuse(write: Write, call: Call): void {
    this.journal.refuse(write);
    this.figures.refused += 1;
    markAwaited(call, false);
  }

  private doubt(write: Write, call: Call): void {
    this.journal.doubt(write);
    this.figures.doubtful += 1;
    this.repeatLater(call);
  }

  private repeatLater(call: Call): void {
    if (call.key === undefined) return;
    this.repeatable.push(call);
    markAwaited(call, true);
  }

  private complain({ method, path }: Call, reply: Reply): void {
    this.figures.complain(`${method} ${path}: ${JSON.stringify(reply)}`);
  }
}

/** Nothing else is done with records of which the creation is going to be repeated. */
function markAwaited({ effects }: Call, isAwaited: boolean): void {
  for (const entry of effects.keys()) entry.isAwaited = isAwaited;
}
