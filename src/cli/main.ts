import { CommandFactory } from 'nest-commander';
import { SettingsError } from '../platform/config';
import { CliModule } from './cli.module';
import { CommandError } from './command-error';

void CommandFactory.run(CliModule, {
  serviceErrorHandler: (error) => {
    // Expected errors are printed as a sentence, others with their stack.
    const isExpected = error instanceof CommandError || error instanceof SettingsError;
    const problem = isExpected ? error.message : (error.stack ?? error.message);
    process.stderr.write(`${problem}\n`, () => process.exit(1));
  },
});
