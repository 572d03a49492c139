import type { Settings } from '../platform/config';
import { startProblem } from '../start-problem';

/** Its message is a sentence for the user; other errors have a stack. */
export class CommandError extends Error {}

/** @throws CommandError instead of an error of `work` that `startProblem` can explain */
export async function explained<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = startProblem(error, settings);
    throw problem === undefined ? error : new CommandError(problem);
  }
}
