export { Command, commandOf, CommandRunner, Option, optionsOf } from './command';
export { CommandContext } from './command-context';
