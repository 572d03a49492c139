/** Bytes that may wait to be written: thousands of lines. */
const WAITING_MAX = 1024 * 1024;

const RETRY_MILLISECONDS = 100;

const FLUSH_STEP_MILLISECONDS = 5;

/**
 * Lines that go out in their order, each at once. What the other end does not take, because nobody
 * reads or a disk is full, waits in a bounded memory, beyond which lines are dropped: requests
 * matter more than lines.
 */
export class LineOutput {
  private readonly waiting: Buffer[] = [];
  private length = 0;
  private again?: NodeJS.Timeout;
  private lost = 0;

  /** @param send returns how many bytes it has written; throws as `fs.writeSync` of one that never waits */
  constructor(private readonly send: (bytes: Buffer) => number) {}

  /** How many lines have been given up. */
  get dropped(): number {
    return this.lost;
  }

  /** @param line with its end; never throws */
  write(line: string): void {
    if (this.length < WAITING_MAX) {
      const bytes = Buffer.from(line);
      this.waiting.push(bytes);
      this.length += bytes.length;
    } else this.lost++;
    this.sendWaiting();
  }

  /** Blocks the process until everything is written; a reader who is only slow has `milliseconds`. */
  flush(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    while (this.sendWaiting() === 'slow' && performance.now() < end)
      Atomics.wait(clock, 0, 0, FLUSH_STEP_MILLISECONDS);
  }

  private sendWaiting(): 'done' | 'slow' | 'broken' {
    try {
      while (this.waiting.length > 0) this.remove(this.send(this.waiting[0]));
      return 'done';
    } catch (error) {
      this.again ??= setTimeout(() => {
        this.again = undefined;
        this.sendWaiting();
      }, RETRY_MILLISECONDS).unref();
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'slow' : 'broken';
    }
  }

  /** Takes what has been sent, which may be a part of a line, from what waits. */
  private remove(sent: number): void {
    this.length -= sent;
    if (sent === this.waiting[0].length) this.waiting.shift();
    else this.waiting[0] = this.waiting[0].subarray(sent);
  }
}
