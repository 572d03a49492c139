import { CommandFactory } from 'nest-commander';
import { readSettings, SettingsError } from '../platform/config';
import { startProblem } from '../start-problem';
import { CliModule } from './cli.module';
import { CommandError } from './command-error';

/** A sentence where there is one; the stack is for what nobody expected. */
function problemOf(error: Error): string {
  if (error instanceof CommandError || error instanceof SettingsError) return error.message;
  return startProblem(error, readSettings(process.env)) ?? error.stack ?? error.message;
}

void CommandFactory.run(CliModule, {
  serviceErrorHandler: (error) => {
    process.stderr.write(`${problemOf(error)}\n`, () => process.exit(1));
  },
});
