import { SetMetadata, type Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import type { SettingsType } from '../config';
import type { ErrorTable } from './error-table';
import { callingPackage } from './package-version';

/** What a module brings besides its routes, providers and entities. */
export interface ServiceModuleOptions {
  /** Its error codes. The interface `ErrorCodes` is to be extended by the same table. */
  errors?: ErrorTable;
  /** Its settings: classes that extend `SettingsOf`. They can be injected everywhere. */
  settings?: readonly SettingsType[];
  /** The variables with templates of public pages, by resource: `{ venues: 'VENUE_URL' }`. */
  pages?: Readonly<Record<string, string>>;
  /** Its migrations; they run in the order of the times in the names of their classes. */
  migrations?: readonly Type<MigrationInterface>[];
  /** The absolute path of the folder of its texts, which has one folder per language. */
  i18n?: string;
  /** Its commands: classes with `@Command`. */
  commands?: readonly Type[];
  /**
   * What the `ETag` of all answers depends on besides the service; without it the name and version
   * in the `package.json` that is nearest to the file of the module.
   */
  version?: string;
  /** Header fields that pages of other origins may send, and read (Fetch §3.2). */
  headers?: { request?: readonly string[]; response?: readonly string[] };
}

/**
 * Declares what a module brings that is needed before Nest creates it, such as settings and
 * migrations. It stands above the class, beside `@Module`.
 */
export function ServiceModule(options: ServiceModuleOptions = {}): ClassDecorator {
  const version = options.version ?? callingPackage(ServiceModule);
  return SetMetadata(ServiceModule.KEY, { ...options, version });
}

/** Modules may come with a copy of this file of their own. */
ServiceModule.KEY = 'service-module';
