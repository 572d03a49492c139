import { AppModule } from './app.module';
import {
  assertKnownLines,
  readEnvironment,
  readSettings as readDeclared,
  type Settings,
  variablesOf,
} from './platform/config';
import { declarationsOf, type ModuleType } from './platform/modules';

/**
 * Reads and validates the settings of the service and of its modules at startup. An empty variable
 * counts as not set.
 *
 * @param modules the modules passed to `createApp`
 * @throws SettingsError naming every invalid variable and its allowed values
 * @throws DeclarationError when two modules declare the same variable
 */
export const readSettings = (
  environment: NodeJS.ProcessEnv,
  modules: readonly ModuleType[] = [],
): Settings => readDeclared(environment, declarationsOf([AppModule, ...modules]));

/**
 * Reads and validates the settings in the environment of this process and in its file `.env`.
 *
 * @param overrides variables that take precedence
 * @throws the errors of `readSettings`; SettingsError for a line of the file that is no setting
 */
export function readProcessSettings(
  modules: readonly ModuleType[] = [],
  overrides: Readonly<NodeJS.ProcessEnv> = {},
): Settings {
  assertKnownLines(variablesOf(declarationsOf([AppModule, ...modules])));
  return readSettings({ ...readEnvironment(), ...overrides }, modules);
}
