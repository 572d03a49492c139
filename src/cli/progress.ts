import { Presets, SingleBar } from 'cli-progress';

/**
 * Shows a progress bar while `work` runs, if the output is a terminal.
 *
 * @param total the sum of the numbers that `work` will report
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
