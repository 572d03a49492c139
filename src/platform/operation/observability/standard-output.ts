import { writeSync } from 'node:fs';
import { LineOutput } from './line-output';

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
