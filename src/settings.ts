import { AppModule } from './app.module';
import { readSettings as readDeclared, type Settings } from './platform/foundation/config';
import { declarationsOf, type ModuleType } from './platform/foundation/modules';

/**
 * Reads and validates the settings of the service and of its modules, once, at the start. An empty
 * variable counts as not set.
 *
 * @param modules those that `createApp` gets besides the calendar
 * @throws SettingsError naming every variable that is wrong and what it allows
 * @throws DeclarationError when two modules bring the same variable
 */
export const readSettings = (
  environment: NodeJS.ProcessEnv,
  modules: readonly ModuleType[] = [],
): Settings => readDeclared(environment, declarationsOf([AppModule, ...modules]));
