import { readEnvironment, type Settings } from './platform/config';
import { startTracing } from './platform/tracing';

async function main(): Promise<void> {
  let settings: Settings | undefined;
  try {
    const environment = readEnvironment();
    await startTracing(environment);
    // Tracing must start before anything that is to be traced is loaded.
    const [{ readSettings }, { serve }] = await Promise.all([
      import('./settings.js'),
      import('./serve.js'),
    ]);
    settings = readSettings(environment);
    await serve(settings);
  } catch (error) {
    const { startProblem } = await import('./start-problem.js');
    const problem = startProblem(error, settings) ?? (error as Error).stack;
    process.stderr.write(`${problem}\n`, () => process.exit(1));
  }
}

void main();
