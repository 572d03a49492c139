import { join } from 'node:path';
import { run } from '../../src/cli/run';
import type { Outcome } from './processes';

const PROGRAM = join(__dirname, '../../dist/cli/main.js');

/** Thrown instead of ending the process. */
class Exit extends Error {}

/**
 * Runs a command like `Workplace.run`, but in the process of the test, where the service is
 * already loaded: loading it in a new process takes seconds.
 *
 * @param folder the working directory
 * @param settings all environment variables
 */
export async function runInProcess(
  folder: string,
  command: string[],
  settings: Record<string, string> = {},
): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  const back = process.cwd();
  const { exitCode } = process;
  const { argv, env, exit, stdout, stderr } = Object.getOwnPropertyDescriptors(process);
  process.chdir(folder);
  process.exitCode = 0;
  replace({
    argv: [process.execPath, PROGRAM, ...command],
    env: settings,
    exit: (code: number) => {
      outcome.code ??= code;
      throw new Exit();
    },
    stdout: into(outcome, 'stdout'),
    stderr: into(outcome, 'stderr'),
  });
  try {
    await run();
    outcome.code = Number(process.exitCode);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    Object.defineProperties(process, { argv, env, exit, stdout, stderr });
    process.exitCode = exitCode;
    process.chdir(back);
  }
  return outcome;
}

function replace(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(process, name, { configurable: true, value });
}

/** As if the output were no terminal. */
const into = (
  outcome: Outcome,
  name: 'stdout' | 'stderr',
): Pick<NodeJS.WriteStream, 'write' | 'isTTY'> => ({
  isTTY: false,
  write: (text: string | Uint8Array, then?: unknown) => {
    if (outcome.code === null) outcome[name] += text.toString();
    if (typeof then === 'function') (then as () => void)();
    return true;
  },
});
