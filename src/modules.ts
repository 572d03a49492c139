import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import { SettingsError } from './platform/config';
import { isModuleClass, type ModuleType, ServiceModule } from './platform/modules';

/** The package path from which modules import the service. */
const PLATFORM = 'event-calendar-service/platform';

/**
 * Loads the modules in the setting `MODULES`: comma-separated packages or paths, resolved by Node
 * from the working directory. A package exports its module as the default, several as an array
 * `modules`, or one module under any name.
 *
 * @throws SettingsError naming an entry that cannot be resolved or loaded, has no module, is
 *   repeated, or uses another copy of the service
 */
export function loadModules(setting = '', folder = process.cwd()): ModuleType[] {
  const entries = setting
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const owners = new Map<unknown, string>();
  for (const entry of entries)
    for (const module of modulesOf(entry, folder)) {
      const owner = owners.get(module);
      if (owner === entry) throw new SettingsError(`MODULES names ${entry} twice.`);
      if (owner !== undefined)
        throw new SettingsError(`MODULES names one module twice: ${owner} and ${entry}.`);
      owners.set(module, entry);
    }
  return [...owners.keys()] as ModuleType[];
}

function modulesOf(entry: string, folder: string): ModuleType[] {
  const require = createRequire(join(folder, 'package.json'));
  let path: string;
  try {
    path = require.resolve(entry);
  } catch (error) {
    throw new SettingsError(
      `MODULES: ${entry} cannot be found from ${folder}: ${firstLine(error)}`,
    );
  }
  assertOneService(entry, path);
  let loaded: unknown;
  try {
    loaded = require(path);
  } catch (error) {
    throw new SettingsError(`MODULES: ${entry} cannot be loaded: ${firstLine(error)}`, {
      cause: error,
    });
  }
  const found = exported(loaded);
  if (found.length > 0) return found;
  throw new SettingsError(
    `MODULES: ${entry} exports no module. Export a class with @Module as the default, ` +
      'or several classes as an array `modules`.',
  );
}

/**
 * Rejects modules of another copy of the service: two copies do not share their classes.
 *
 * @param path the resolved path of the entry
 * @throws SettingsError when the entry would load another copy than the running one
 */
function assertOneService(entry: string, path: string): void {
  let other: string;
  try {
    other = createRequire(path).resolve(PLATFORM);
  } catch {
    return;
  }
  if (dirname(other) !== join(__dirname, 'platform'))
    throw new SettingsError(
      `MODULES: ${entry} would load another copy of the service, ${other}. ` +
        'Install the service only once, in a folder from which both resolve it.',
    );
}

/** Returns the modules that a file exports; none if it is ambiguous. */
function exported(loaded: unknown): ModuleType[] {
  if (isModule(loaded)) return [loaded];
  const exports = (loaded ?? {}) as Record<string, unknown>;
  const { modules, default: main } = exports;
  if (Array.isArray(modules) && modules.length > 0 && modules.every(isModule)) return modules;
  if (isModule(main)) return [main];
  // A CommonJS file imported by an ES module, or compiled from one.
  if (typeof main === 'object' && main !== null) return exported(main);
  const all = Object.values(exports).filter(isModule);
  return all.length === 1 ? all : [];
}

function isModule(value: unknown): value is Type | DynamicModule {
  if (typeof value === 'function')
    return isModuleClass(value) || Reflect.hasMetadata(ServiceModule.KEY, value);
  return typeof value === 'object' && value !== null && 'module' in value && isModule(value.module);
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0];
