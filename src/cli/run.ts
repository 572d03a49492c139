import { CommandFactory } from 'nest-commander';
import { loadModules } from '../modules';
import { readEnvironment, SettingsError } from '../platform/config';
import { CliModule } from './cli.module';
import { CommandError } from './command-error';
import { printable } from './printable';

export async function run(): Promise<void> {
  try {
    const modules = loadModules(readEnvironment().MODULES);
    await CommandFactory.run(CliModule.forRoot(modules), {
      logger: false,
      abortOnError: false,
      serviceErrorHandler: fail,
    });
  } catch (error) {
    fail(error as Error);
  }
}

function fail(error: Error): void {
  const isExpected = error instanceof CommandError || error instanceof SettingsError;
  const problem = isExpected ? error.message : (error.stack ?? error.message);
  process.stderr.write(`${printable(problem)}\n`, () => process.exit(1));
}
