const BAR_WIDTH = 40;

/** Between two updates of the bar. */
const DRAW_MILLISECONDS = 100;

/** Erases the line (ECMA-48: CR, EL). */
const LINE_START = '\r\u001B[K';

/** Between two lines, where there is no terminal. */
const LOG_MILLISECONDS = 10_000;

/**
 * Shows a progress bar on standard error while `work` runs; without a terminal, a line every ten seconds.
 *
 * @param total the sum of all numbers that `work` passes to `advance`; `work` may set it later
 */
export async function withProgress<T>(
  total: number,
  work: (advance: (by: number) => void, begin: (total: number) => void) => Promise<T>,
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'> = process.stderr,
): Promise<T> {
  const start = performance.now();
  let done = 0;
  let drawn = start;
  const begin = (known: number): void => {
    total = known;
  };
  if (!terminal.isTTY)
    return work((by) => {
      done += by;
      if (performance.now() - drawn < LOG_MILLISECONDS) return;
      drawn = performance.now();
      terminal.write(`${progressLine(done, total, drawn - start, 0)}\n`);
    }, begin);
  const draw = (): void => {
    drawn = performance.now();
    // The terminal of a container may have no width.
    const width = (terminal.columns || Infinity) - 1;
    const line = progressLine(done, total, drawn - start, width);
    // A wrapped line could not be erased.
    terminal.write(LINE_START + line.slice(0, width));
  };
  draw();
  try {
    return await work((by) => {
      done += by;
      if (performance.now() - drawn >= DRAW_MILLISECONDS) draw();
    }, begin);
  } finally {
    draw();
    terminal.write('\n');
  }
}

/** @param width of the terminal, to which the bar is shortened */
export function progressLine(
  done: number,
  total: number,
  milliseconds: number,
  width = Infinity,
): string {
  const share = total > 0 ? Math.min(done / total, 1) : 1;
  const rest = share === 0 ? '' : `  ${duration(milliseconds * (1 / share - 1))} left`;
  const words = `${Math.floor(share * 100)} %  ${done} of ${total}${rest}`;
  const length = Math.min(BAR_WIDTH, width - words.length - 1);
  if (length <= 0) return words;
  return `${'█'.repeat(Math.floor(share * length)).padEnd(length, '░')} ${words}`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
