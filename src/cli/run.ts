import { CommandFactory } from 'nest-commander';
import { readEnvironment, SettingsError } from '../platform/config';
import { loadModules } from '../modules';
import { CliModule } from './cli.module';
import { CommandError } from './command-error';

/** Runs the command that the arguments of the process name. */
export async function run(): Promise<void> {
  try {
    const modules = loadModules(readEnvironment().MODULES);
    await CommandFactory.run(CliModule.forRoot(modules), { serviceErrorHandler: fail });
  } catch (error) {
    fail(error as Error);
  }
}

/** Expected errors are printed as a sentence, others with their stack. */
function fail(error: Error): void {
  const isExpected = error instanceof CommandError || error instanceof SettingsError;
  const problem = isExpected ? error.message : (error.stack ?? error.message);
  process.stderr.write(`${problem}\n`, () => process.exit(1));
}
