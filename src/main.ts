import { readEnvironment, readSettings, type Settings } from './platform/config';
import { serve } from './serve';
import { startProblem } from './start-problem';

async function main(): Promise<void> {
  let settings: Settings | undefined;
  try {
    settings = readSettings(readEnvironment());
    await serve(settings);
  } catch (error) {
    const problem = startProblem(error, settings) ?? (error as Error).stack;
    process.stderr.write(`${problem}\n`, () => process.exit(1));
  }
}

void main();
