import type { Type } from '@nestjs/common';
import { Command as Program, Option } from 'commander';
import { commandOf, type CommandRunner, optionsOf } from '../platform/operation/commands';

type Runner = CommandRunner & Record<string, (text: string) => unknown>;

/**
 * Adds classes with `@Command` to a program of commander.
 *
 * @param create returns an instance of the class; it is called when the command runs
 */
export function addCommands(
  program: Program,
  classes: readonly Type[],
  create: (type: Type) => unknown,
): void {
  for (const type of classes) addCommand(program, type, create);
}

function addCommand(program: Program, type: Type, create: (type: Type) => unknown): void {
  const { name, description, arguments: parameters = '', ...options } = commandOf(type);
  const command = program.command(name).description(description);
  if (options.subCommands) {
    addCommands(command, options.subCommands, create);
    return;
  }
  const runner = (): Runner => create(type) as Runner;
  for (const argument of parameters.split(' ').filter(Boolean))
    command.argument(argument, options.argsDescription?.[argument.replace(/[^\w-]/g, '')] ?? '');
  for (const { flags, description: text, required, defaultValue, method } of optionsOf(type))
    command.addOption(
      new Option(flags, text)
        .argParser((value) => runner()[method](value))
        .default(defaultValue)
        .makeOptionMandatory(required ?? false),
    );
  command.action(() => runner().run(command.args, command.opts()));
}

/** Returns the classes and those of their subcommands. */
export function withSubCommands(classes: readonly Type[]): Type[] {
  return classes.flatMap((type) => [type, ...withSubCommands(commandOf(type).subCommands ?? [])]);
}
