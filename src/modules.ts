import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { SettingsError } from './platform/foundation/config';
import { type ModuleType, ServiceModule } from './platform/foundation/modules';

/** What modules import of the service. */
const PLATFORM = 'event-calendar-service/platform';

/** What `@Module` and `@ServiceModule` leave at a class. */
const METADATA = [...Object.values(MODULE_METADATA), ServiceModule.KEY];

/**
 * Loads the modules that the setting `MODULES` names: packages, or paths, with commas between them,
 * resolved from the working directory as Node does. A package has its module as the default export,
 * several in an array `modules`, or one module among its exports.
 *
 * @throws SettingsError naming an entry that cannot be found or loaded, has no module, is there
 *   twice, or comes with another copy of the service
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
    `MODULES: ${entry} has no module. Make a class with @Module its default export, ` +
      'or several an array `modules`.',
  );
}

/**
 * Two copies of the service do not know each other's classes.
 *
 * @param path of what the entry names
 * @throws SettingsError when the entry would load another copy than the one that runs
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
        'Install the service once, where both find it.',
    );
}

/** The modules that a file exports; none if it is not clear which. */
function exported(loaded: unknown): ModuleType[] {
  if (isModule(loaded)) return [loaded];
  const exports = (loaded ?? {}) as Record<string, unknown>;
  const { modules, default: main } = exports;
  if (Array.isArray(modules) && modules.length > 0 && modules.every(isModule)) return modules;
  if (isModule(main)) return [main];
  // A CommonJS file that an ES module imports, or that was one before it was compiled.
  if (typeof main === 'object' && main !== null) return exported(main);
  const all = Object.values(exports).filter(isModule);
  return all.length === 1 ? all : [];
}

function isModule(value: unknown): value is Type | DynamicModule {
  if (typeof value === 'function') return METADATA.some((key) => Reflect.hasMetadata(key, value));
  return typeof value === 'object' && value !== null && 'module' in value && isModule(value.module);
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0];
