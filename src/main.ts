#!/usr/bin/env node
import './compile-cache';
import { readEnvironment, type Settings } from './platform/config';
import { startTracing } from './platform/observability/tracing';

/** Starts the service with the settings of the environment; exits with an error if that fails. */
async function start(): Promise<void> {
  let settings: Settings | undefined;
  try {
    const environment = readEnvironment();
    await startTracing(environment, 'event-calendar');
    // Tracing must start before the instrumented modules are loaded.
    const [{ loadModules }, { readProcessSettings }, { serve }] = await Promise.all([
      import('./modules.js'),
      import('./settings.js'),
      import('./serve.js'),
    ]);
    const modules = loadModules(environment.MODULES);
    settings = readProcessSettings(modules);
    await serve(settings, { modules });
  } catch (error) {
    const { startProblem } = await import('./start-problem.js');
    const problem = startProblem(error, settings) ?? (error as Error).stack;
    process.stderr.write(`${problem}\n`, () => process.exit(1));
  }
}

void start();
