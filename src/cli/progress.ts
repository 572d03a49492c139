import { Presets, SingleBar } from 'cli-progress';

/**
 * Shows how far a command is while `work` runs, where a person watches: nothing is shown when the
 * output is not a terminal.
 *
 * @param total what `work` tells, in the end, that it has done
 */
export async function withProgress<T>(
  total: number,
  work: (advance: (by: number) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar(
    { format: '{bar} {percentage} %  {value} of {total}  {eta_formatted} left', hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  try {
    return await work((by) => {
      bar.increment(by);
    });
  } finally {
    bar.stop();
  }
}
