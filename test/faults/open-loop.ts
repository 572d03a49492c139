import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** More are never open at once: who comes then waits, and the time counts. */
const CONNECTIONS_MAX = 2000;
const PATIENCE_MILLISECONDS = 10_000;
const HEAD_END = '\r\n\r\n';

/** What came back; times in milliseconds from the moment at which each request was due. */
export interface Answers {
  /** Answered 2xx. */
  done: number[];
  /** Answered 503 with `Retry-After`. */
  refused: number[];
  /** Everything else, by what it was. */
  others: Record<string, number>;
  /** How late requests were sent, because the sender was busy. */
  late: number[];
  /** From the first request to the last. */
  seconds: number;
  /** From the last request to the last answer, in milliseconds. */
  tail: number;
}

/** A connection that carries one request after the other. */
interface Line {
  socket: Socket;
  /** When the request that it carries was due; undefined while it is free. */
  due?: number;
  head: string;
  /** Bytes of the body that are still to come; undefined while the head is not complete. */
  left?: number;
}

/**
 * A client that takes little of the machine, so that the service is what is measured: requests are
 * bytes already, and of the answers it looks at status and length only.
 */
export class OpenLoop {
  private readonly lines = new Set<Line>();
  private readonly free: Line[] = [];
  private readonly waiting: number[] = [];
  private answers: Answers = noAnswers();
  private turn = 0;
  private next: () => void = () => undefined;

  /**
   * @param origin of the service, such as `http://127.0.0.1:40123`
   * @param requests which are sent in turn
   */
  constructor(
    private readonly origin: URL,
    private readonly requests: readonly Buffer[],
  ) {}

  /** Keeps so many connections busy: each sends its next request when the last one is answered. */
  async closed(connections: number, seconds: number): Promise<Answers> {
    const begin = this.begin();
    this.next = () => {
      if (performance.now() < begin + seconds * 1000) this.send(performance.now());
    };
    for (let count = 0; count < connections; count += 1) this.next();
    await sleep(seconds * 1000);
    return this.finish(begin);
  }

  /** Sends so many requests a second, whatever comes of them. */
  async open(perSecond: number, seconds: number): Promise<Answers> {
    const begin = this.begin();
    this.next = () => {
      const due = this.waiting.shift();
      if (due !== undefined) this.send(due);
    };
    const count = Math.floor(perSecond * seconds);
    for (let sent = 0; sent < count; await sleep(1))
      for (; sent < count; sent += 1) {
        const due = begin + (sent * 1000) / perSecond;
        if (due > performance.now()) break;
        if (this.free.length > 0 || this.lines.size < CONNECTIONS_MAX) this.send(due);
        else this.waiting.push(due);
      }
    return this.finish(begin);
  }

  close(): void {
    for (const { socket } of this.lines) socket.destroy();
  }

  private begin(): number {
    this.answers = noAnswers();
    return performance.now();
  }

  /** Waits for the answers that are still to come. */
  private async finish(begin: number): Promise<Answers> {
    const end = performance.now();
    const deadline = end + PATIENCE_MILLISECONDS;
    while (this.lines.size > this.free.length && performance.now() < deadline) await sleep(5);
    const tail = performance.now() - end;
    while (this.waiting.pop() !== undefined) this.count('never sent');
    for (const line of this.lines) if (line.due !== undefined) this.lose(line, 'no answer');
    return { ...this.answers, seconds: (end - begin) / 1000, tail };
  }

  private send(due: number): void {
    const line = this.free.pop() ?? this.connect();
    Object.assign(line, { due, head: '', left: undefined });
    this.answers.late.push(performance.now() - due);
    line.socket.write(this.requests[this.turn++ % this.requests.length]);
  }

  private connect(): Line {
    const { hostname: host, port } = this.origin;
    const socket = connect({ host, port: Number(port), noDelay: true });
    const line: Line = { socket, head: '' };
    this.lines.add(line);
    socket.on('data', (data) => this.receive(line, data));
    socket.on('error', ({ code = 'error' }: NodeJS.ErrnoException) => this.lose(line, code));
    socket.on('close', () => this.lose(line, 'connection closed'));
    return line;
  }

  private receive(line: Line, data: Buffer): void {
    let size = data.length;
    if (line.left === undefined) {
      line.head += data.toString('latin1');
      const end = line.head.indexOf(HEAD_END);
      if (end < 0) return;
      size = line.head.length - end - HEAD_END.length;
      line.head = line.head.slice(0, end);
      line.left = Number(/\r\ncontent-length: (\d+)/i.exec(line.head)?.[1] ?? 0);
    }
    line.left -= size;
    if (line.left <= 0) this.answered(line);
  }

  private answered(line: Line): void {
    const { due, head } = line;
    if (due === undefined) return;
    const status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
    const took = performance.now() - due;
    if (status.startsWith('2')) this.answers.done.push(took);
    else if (status === '503' && /\r\nretry-after: \d/i.test(head)) this.answers.refused.push(took);
    else this.count(status);
    line.due = undefined;
    if (/\r\nconnection: close/i.test(head)) {
      this.lines.delete(line);
      line.socket.end();
    } else this.free.push(line);
    this.next();
  }

  /** A connection is gone, and the request that it carried. */
  private lose(line: Line, why: string): void {
    if (!this.lines.delete(line)) return;
    line.socket.destroy();
    const place = this.free.indexOf(line);
    if (place >= 0) this.free.splice(place, 1);
    if (line.due === undefined) return;
    this.count(why);
    this.next();
  }

  private count(what: string): void {
    this.answers.others[what] = (this.answers.others[what] ?? 0) + 1;
  }
}

const noAnswers = (): Answers => ({
  done: [],
  refused: [],
  others: {},
  late: [],
  seconds: 0,
  tail: 0,
});

/**
 * A request as it goes over the wire.
 *
 * @param body an object is sent as JSON, text and bytes as they are
 */
export function bytesOf(
  method: string,
  path: string,
  body: object | string | Buffer = '',
  headers: readonly string[] = ['Content-Type: application/json'],
): Buffer {
  const isContent = typeof body === 'string' || Buffer.isBuffer(body);
  const content = Buffer.from(isContent ? body : JSON.stringify(body));
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(content.length > 0 ? [...headers, `Content-Length: ${content.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}${HEAD_END}`), content]);
}
