import { type INestApplicationContext, Injectable, type Type } from '@nestjs/common';
import type { Settings } from '../../foundation/config';
import type { RequestContext } from '../../http/request-context';

/** The metadata keys are strings, because modules may bundle their own copy of this file. */
const COMMAND = 'service-command';
const OPTIONS = 'service-command-options';

interface CommandOptions {
  name: string;
  description: string;
  /** The arguments in order: `<file>` is required, `[folder]` optional, `[languages...]` a list. */
  arguments?: string;
  /** The description of each argument by its name. */
  argsDescription?: Readonly<Record<string, string>>;
  /** The subcommands. A command with subcommands does nothing itself. */
  subCommands?: readonly Type<CommandRunner>[];
}

interface CommandOption {
  /** In the syntax of commander: `-w, --watch`, `--name <name>`. */
  flags: string;
  description: string;
  required?: boolean;
  defaultValue?: unknown;
}

/** A command of the command line program. It is created only when it is run. */
export abstract class CommandRunner {
  /**
   * @param parameters the values of `arguments`
   * @param options the values of the options, by their long names
   */
  abstract run(parameters: string[], options?: unknown): Promise<void>;
}

/** Declares a command: a class that extends `CommandRunner`, or that has only `subCommands`. */
export function Command(options: CommandOptions): ClassDecorator {
  return (target) => {
    Injectable()(target);
    Reflect.defineMetadata(COMMAND, options, target);
  };
}

/** Declares an option of a command. The decorated method parses the text of the option. */
export function Option(option: CommandOption): MethodDecorator {
  return (prototype, method) => {
    const target = prototype.constructor;
    const options = optionsOf(target as Type);
    Reflect.defineMetadata(OPTIONS, [...options, { ...option, method }], target);
  };
}

/** @throws TypeError when the class has no `@Command` */
export function commandOf(target: Type): CommandOptions {
  const options = Reflect.getMetadata(COMMAND, target) as CommandOptions | undefined;
  if (options) return options;
  throw new TypeError(`${target.name} must have the decorator @Command.`);
}

/**
 * Returns the options of a command in the order of its methods, each with the method that parses
 * it.
 */
export function optionsOf(target: Type): readonly (CommandOption & { method: string })[] {
  return (Reflect.getMetadata(OPTIONS, target) ?? []) as (CommandOption & { method: string })[];
}

/**
 * Gives commands access to the service, by injection. Settings and connections are created on first
 * use, so that `--help` needs no database.
 */
export abstract class CommandContext {
  /**
   * @throws SettingsError that names every wrong variable
   */
  abstract get settings(): Settings;

  /**
   * Runs `work` with the providers of a module, after the pending migrations, without timeouts of
   * the database.
   */
  abstract run<T>(module: Type, work: (service: INestApplicationContext) => Promise<T>): Promise<T>;

  /** Returns the context of a write outside of a request: the user of a command has all rights. */
  abstract operator(service: INestApplicationContext): RequestContext;
}
