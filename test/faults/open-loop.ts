import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum number of open connections; later requests wait, and their waiting time counts. */
const CONNECTIONS_MAX = 2000;
const PATIENCE_MILLISECONDS = 10_000;
const HEAD_END = '\r\n\r\n';

/** The responses, with latencies in milliseconds from the scheduled time of each request. */
export interface Responses {
  /** Latencies of 2xx responses. */
  done: number[];
  /** Latencies of 503 responses with `Retry-After`. */
  refused: number[];
  /** Counts of all other outcomes. */
  others: Record<string, number>;
  late: number[];
  /** From the first to the last request. */
  seconds: number;
  /** From the last request to the last response, in milliseconds. */
  tail: number;
}

/** A connection. */
interface Line {
  socket: Socket;
  /** The scheduled time of the request in progress; undefined when the connection is idle. */
  due?: number;
  head: string;
  /** Remaining bytes of the body; undefined until the head is complete. */
  left?: number;
}

/**
 * A load generator that uses little processor time, so that the measurements reflect the
 * service: requests are prepared buffers, and only the status and length of responses are
 * parsed.
 */
export class OpenLoop {
  private readonly lines = new Set<Line>();
  private readonly free: Line[] = [];
  private readonly waiting: number[] = [];
  private responses: Responses = noResponses();
  private turn = 0;
  private next: () => void = () => undefined;

  /**
   * @param origin of the service, such as `http://127.0.0.1:40123`
   * @param requests sent in rotation
   */
  constructor(
    private readonly origin: URL,
    private readonly requests: readonly Buffer[],
  ) {}

  /** Closed loop: each connection sends its next request after the response to the last one. */
  async closed(connections: number, seconds: number): Promise<Responses> {
    const begin = this.begin();
    this.next = () => {
      if (performance.now() < begin + seconds * 1000) this.send(performance.now());
    };
    for (let count = 0; count < connections; count += 1) this.next();
    await sleep(seconds * 1000);
    return this.finish(begin);
  }

  /** Open loop: sends requests at a fixed rate, independent of the responses. */
  async open(perSecond: number, seconds: number): Promise<Responses> {
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
    this.responses = noResponses();
    return performance.now();
  }

  /** Waits for the remaining responses. */
  private async finish(begin: number): Promise<Responses> {
    const end = performance.now();
    const deadline = end + PATIENCE_MILLISECONDS;
    while (this.lines.size > this.free.length && performance.now() < deadline) await sleep(5);
    const tail = performance.now() - end;
    while (this.waiting.pop() !== undefined) this.count('never sent');
    for (const line of this.lines) if (line.due !== undefined) this.lose(line, 'no answer');
    return { ...this.responses, seconds: (end - begin) / 1000, tail };
  }

  private send(due: number): void {
    const line = this.free.pop() ?? this.connect();
    Object.assign(line, { due, head: '', left: undefined });
    this.responses.late.push(performance.now() - due);
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
    if (line.left <= 0) this.returned(line);
  }

  private returned(line: Line): void {
    const { due, head } = line;
    if (due === undefined) return;
    const status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
    const took = performance.now() - due;
    if (status.startsWith('2')) this.responses.done.push(took);
    else if (status === '503' && /\r\nretry-after: \d/i.test(head))
      this.responses.refused.push(took);
    else this.count(status);
    line.due = undefined;
    if (/\r\nconnection: close/i.test(head)) {
      this.lines.delete(line);
      line.socket.end();
    } else this.free.push(line);
    this.next();
  }

  private lose(line: Line, why: string): void {
    if (!this.lines.delete(line)) return;
    line.socket.destroy();
    const index = this.free.indexOf(line);
    if (index >= 0) this.free.splice(index, 1);
    if (line.due === undefined) return;
    this.count(why);
    this.next();
  }

  private count(what: string): void {
    this.responses.others[what] = (this.responses.others[what] ?? 0) + 1;
  }
}

const noResponses = (): Responses => ({
  done: [],
  refused: [],
  others: {},
  late: [],
  seconds: 0,
  tail: 0,
});

/**
 * A request in wire format.
 *
 * @param body an object is sent as JSON, a string or buffer unchanged
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
