import { existsSync } from 'node:fs';
import { SettingsError } from './settings';

/**
 * The environment of this process, with what the file `.env` of the working directory adds to it:
 * what is really set wins.
 *
 * @throws SettingsError when the file is there and cannot be read
 */
export function readEnvironment(file = '.env'): NodeJS.ProcessEnv {
  if (!existsSync(file)) return process.env;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new SettingsError(`The file ${file} cannot be read: ${(error as Error).message}`);
  }
  return process.env;
}
