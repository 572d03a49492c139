import { AppModule } from './app.module';
import { readSettings as readDeclared, type Settings } from './platform/foundation/config';
import { declarationsOf, type ModuleType } from './platform/foundation/modules';

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
