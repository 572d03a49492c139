import { SonicBoom } from 'sonic-boom';

/** Maximum bytes in the buffer: thousands of lines. */
const BUFFER_MAX = 1024 * 1024;

const RETRY_MILLISECONDS = 100;

/** How long the end of the process waits for a slow reader. */
const EXIT_MILLISECONDS = 500;

/**
 * Writes lines to a descriptor, each at once. When its reader is too slow or a disk is full, lines
 * wait in a buffer of limited size, and further lines are dropped: requests are more important than
 * log lines. pino's own destination would block the process, or stop for good when a pipe has lost
 * its reader.
 */
export class LineOutput {
  /** The number of dropped lines. */
  dropped = 0;
  private waitsUntil = 0;
  private retry?: NodeJS.Timeout;
  private readonly output: SonicBoom;

  constructor(fd: number) {
    this.output = new SonicBoom({
      fd,
      sync: true,
      // Without a minimum, `flush` does nothing.
      minLength: 1,
      maxLength: BUFFER_MAX,
      retryEAGAIN: () => performance.now() < this.waitsUntil,
    });
    this.output.on('drop', () => this.dropped++);
    this.output.on('error', () => {
      this.retry ??= setTimeout(() => {
        this.retry = undefined;
        this.output.flush();
      }, RETRY_MILLISECONDS).unref();
    });
  }

  /** @param line including its line end; never throws */
  write(line: string): void {
    this.output.write(line);
  }

  /** Writes the rest, and waits for a slow reader, but not for a full disk. */
  end(): void {
    this.waitsUntil = performance.now() + EXIT_MILLISECONDS;
    this.output.flush();
  }
}
