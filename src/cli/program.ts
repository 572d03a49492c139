import { basename, join, relative } from 'node:path';
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
  for (const type of classes) {
    const { name, description, arguments: parameters = '', ...options } = commandOf(type);
    const command = program.command(name).description(description);
    if (options.subCommands) {
      addCommands(command, options.subCommands, create);
      continue;
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
}

/** Returns the classes and those of their subcommands. */
export function withSubCommands(classes: readonly Type[]): Type[] {
  return classes.flatMap((type) => [type, ...withSubCommands(commandOf(type).subCommands ?? [])]);
}

const PACKAGE = join(__dirname, '../../package.json');

/**
 * Returns the program name for `--help`, as the user called it: a script of this package, npx, the
 * name that npm has installed, or the file.
 *
 * @param file `process.argv[1]`
 */
export function programName(
  file: string,
  environment: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
): string {
  const { npm_lifecycle_event: script, npm_package_json: caller } = environment;
  const name = basename(file);
  if (script === 'npx') return `npx ${name}`;
  // Other scripts of the package, such as `npm run demo`, run commands of this program too.
  if (script !== undefined && caller === PACKAGE) return 'npm run cli --';
  if (!name.endsWith('.js')) return name;
  const path = relative(folder, file);
  return `node ${path.startsWith('..') ? file : path}`;
}
