import { existsSync } from 'node:fs';
import { SettingsError } from './settings';

/**
 * Reads the environment variables of this process, and the file `.env` in the working directory.
 * Variables of the process take precedence.
 *
 * @throws SettingsError when the file exists and cannot be read
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
