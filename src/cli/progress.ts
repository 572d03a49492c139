const BAR_WIDTH = 40;

/** Drawing more often would only cost time. */
const DRAW_MILLISECONDS = 100;

/** Moves to the beginning of the line, and erases the line (ECMA-48: CR, EL). */
const LINE_START = '\r\u001B[K';

/**
 * Shows a progress bar on standard error while `work` runs, if that is a terminal.
 *
 * @param total the sum of the numbers that `work` will report
 */
export async function withProgress<T>(
  total: number,
  work: (advance: (by: number) => void) => Promise<T>,
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'> = process.stderr,
): Promise<T> {
  if (!terminal.isTTY) return work(() => undefined);
  const start = performance.now();
  let done = 0;
  let drawn = start;
  const draw = (): void => {
    drawn = performance.now();
    // A terminal on which nobody looks, such as that of a container, may have no width.
    const width = (terminal.columns || Infinity) - 1;
    const line = progressLine(done, total, drawn - start, width);
    // A line that is continued on the next one could not be erased.
    terminal.write(LINE_START + line.slice(0, width));
  };
  draw();
  try {
    return await work((by) => {
      done += by;
      if (performance.now() - drawn >= DRAW_MILLISECONDS) draw();
    });
  } finally {
    draw();
    terminal.write('\n');
  }
}

/**
 * A bar, how much is done, and how long the rest takes if it goes on like this.
 *
 * @param width that the line has at most; the bar gets what the words leave of it
 */
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
