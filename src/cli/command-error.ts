import type { Settings } from '../platform/config';
import { startProblem } from '../start-problem';

/** What a command cannot do, in a sentence for whoever ran it. */
export class CommandError extends Error {}

/** Runs `work`, and tells in a sentence what of its surroundings does not let it. */
export async function explained<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = startProblem(error, settings);
    throw problem === undefined ? error : new CommandError(problem);
  }
}
