import { writeSync } from 'node:fs';
import { LineOutput } from './line-output';

/** What a reader who is behind has at the end of the process. */
const EXIT_MILLISECONDS = 250;

let output: LineOutput | undefined;

/** The one standard output of the process, for everything that the service says. */
export function standardOutput(): LineOutput {
  if (output) return output;
  // Node makes pipes non-blocking as soon as it is asked for them. What a package writes there by
  // itself must not end the process when nobody reads.
  const { fd } = process.stdout.on('error', () => undefined);
  const lines = new LineOutput((bytes) => writeSync(fd, bytes));
  process.once('exit', () => lines.flush(EXIT_MILLISECONDS));
  return (output = lines);
}
