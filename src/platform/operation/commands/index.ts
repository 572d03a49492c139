export { Command, CommandContext, commandOf, CommandRunner, Option, optionsOf } from './command';
