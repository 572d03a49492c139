import { CommandRunner } from 'nest-commander';

/** A command that only has subcommands, such as `migration`. */
export abstract class CommandGroup extends CommandRunner {
  run([unknown]: string[]): Promise<void> {
    if (unknown === undefined) this.command.help({ error: true });
    this.command.showHelpAfterError();
    return this.command.error(`error: unknown command '${unknown}'`);
  }
}
