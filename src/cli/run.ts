import { NestFactory } from '@nestjs/core';
import { Command as Program } from 'commander';
import { loadModules } from '../modules';
import { readEnvironment, SettingsError } from '../platform/foundation/config';
import { CliModule, commandsOf } from './cli.module';
import { CommandError } from './command-error';
import { printable } from './printable';
import { addCommands, programName } from './program';

/** Runs the command in the arguments of the process. */
export async function run(): Promise<void> {
  try {
    const modules = loadModules(readEnvironment().MODULES);
    const commands = await NestFactory.createApplicationContext(CliModule.forRoot(modules), {
      logger: false,
      abortOnError: false,
    });
    const program = new Program(programName(process.argv[1])).showHelpAfterError();
    addCommands(program, commandsOf(modules), (type) => commands.get<unknown>(type));
    await program.parseAsync();
    await commands.close();
  } catch (error) {
    fail(error as Error);
  }
}

/** Prints the message of an expected error, and the stack of any other. */
function fail(error: Error): void {
  const isExpected = error instanceof CommandError || error instanceof SettingsError;
  const problem = isExpected ? error.message : (error.stack ?? error.message);
  process.stderr.write(`${printable(problem)}\n`, () => process.exit(1));
}
