export { CommandContext } from './command-context';
