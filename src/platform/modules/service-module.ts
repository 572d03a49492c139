import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetMetadata, type Type } from '@nestjs/common';
import type { CommandRunner } from 'nest-commander';
import type { MigrationInterface } from 'typeorm';
import type { SettingsType } from '../config';
import type { ErrorTable } from './error-table';

/** A command of the command line program. */
export type CommandType = Type<CommandRunner> &
  Pick<typeof CommandRunner, 'registerWithSubCommands'>;

/** The declarations of a module, besides its routes, providers and entities. */
export interface ServiceModuleOptions {
  /** Its error codes. The interface `ErrorCodes` must be extended by the same table. */
  errors?: ErrorTable;
  /** Its settings: classes that extend `SettingsOf`. They can be injected everywhere. */
  settings?: readonly SettingsType[];
  /** The variables with templates of public pages, by resource: `{ venues: 'VENUE_URL' }`. */
  pages?: Readonly<Record<string, string>>;
  /** The paths of its own public pages, by resource: `{ venues: '/venue/{slug}/' }`; without templates. */
  sitePages?: Readonly<Record<string, string>>;
  /** Its migrations; they run in the order of the times in their class names. */
  migrations?: readonly Type<MigrationInterface>[];
  /** The absolute path of the folder of its texts, which has one folder per language. */
  i18n?: string;
  /** Its commands: classes with `@Command`. */
  commands?: readonly CommandType[];
  /**
   * A version that the `ETag` of all responses depends on. By default, the name and version in the
   * `package.json` nearest to the file of the module.
   */
  version?: string;
  /** Response header fields that pages of other origins may read (Fetch §3.2). */
  exposedHeaders?: readonly string[];
}

/**
 * Declares the parts of a module that are needed before Nest creates it, such as settings and
 * migrations. It is placed above the class, next to `@Module`.
 */
export function ServiceModule(options: ServiceModuleOptions = {}): ClassDecorator {
  const version = options.version ?? callingPackage(ServiceModule);
  return SetMetadata(ServiceModule.KEY, { ...options, version });
}

/** A fixed string, because modules may bundle their own copy of this file. */
ServiceModule.KEY = 'service-module';

type Called = (...values: never[]) => unknown;

/** A location in a stack trace: a path or an address, then line and column. */
const LOCATION = /(?:at |\()((?:file:)?[^()\s][^()]*):\d+:\d+\)?$/;

/**
 * Returns the name and version of the package whose code calls a function, from the nearest
 * `package.json` with a version; `''` if there is none.
 */
export function callingPackage(called: Called): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, called);
  const location = LOCATION.exec(trace.stack?.split('\n')[1] ?? '')?.[1];
  if (location === undefined) return '';
  return packageOf(dirname(location.startsWith('file:') ? fileURLToPath(location) : location));
}

/** Returns the name and version of the package that a folder belongs to. */
export function packageOf(folder: string): string {
  const { name = '', version } = readPackage(join(folder, 'package.json'));
  // Built code often has a nested package.json that only sets the module type.
  if (version !== undefined) return `${name}@${version}`;
  const above = dirname(folder);
  return above === folder ? '' : packageOf(above);
}

function readPackage(file: string): { name?: string; version?: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
  } catch {
    return {};
  }
}
