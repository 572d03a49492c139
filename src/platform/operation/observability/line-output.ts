import { writeSync } from 'node:fs';

/** Maximum bytes in the buffer: thousands of lines. */
const WAITING_MAX = 1024 * 1024;

const RETRY_MILLISECONDS = 100;

const FLUSH_STEP_MILLISECONDS = 5;

/**
 * Writes lines in their order, each at once. When the reader is too slow or a disk is full, lines
 * wait in a buffer of limited size, and further lines are dropped: requests are more important than
 * log lines.
 */
export class LineOutput {
  private readonly waiting: Buffer[] = [];
  private length = 0;
  private again?: NodeJS.Timeout;
  /** The number of dropped lines. */
  dropped = 0;

  /**
   * @param send non-blocking; returns the number of written bytes, and throws like `fs.writeSync`
   */
  constructor(private readonly send: (bytes: Buffer) => number) {}

  /**
   * @param line including its line end; never throws
   */
  write(line: string): void {
    if (this.length < WAITING_MAX) {
      const bytes = Buffer.from(line);
      this.waiting.push(bytes);
      this.length += bytes.length;
    } else this.dropped++;
    this.sendWaiting();
  }

  /** Blocks the process until everything is written, at most for `milliseconds`. */
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

  /** Removes the written bytes, possibly a part of a line, from the buffer. */
  private remove(sent: number): void {
    this.length -= sent;
    if (sent === this.waiting[0].length) this.waiting.shift();
    else this.waiting[0] = this.waiting[0].subarray(sent);
  }
}

/** How long the end of the process waits for a slow reader. */
const EXIT_MILLISECONDS = 250;

/** One per process: two outputs on one descriptor would mix their lines. */
let output: LineOutput | undefined;

/** Returns the standard output of the process, for all log lines. */
export function standardOutput(): LineOutput {
  if (output) return output;
  // Node makes pipes non-blocking when `process.stdout` is first used. A package may write there
  // too, which must not end the process when the reader has closed the pipe.
  const { fd } = process.stdout.on('error', () => undefined);
  const lines = new LineOutput((bytes) => writeSync(fd, bytes));
  process.once('exit', () => lines.flush(EXIT_MILLISECONDS));
  return (output = lines);
}
