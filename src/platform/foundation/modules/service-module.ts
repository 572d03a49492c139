import { SetMetadata, type Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import type { SettingsType } from '../config';
import type { ErrorTable } from './error-table';
import { callingPackage } from './package-version';

/** The declarations of a module, besides its routes, providers and entities. */
export interface ServiceModuleOptions {
  /** Its error codes. The interface `ErrorCodes` must be extended by the same table. */
  errors?: ErrorTable;
  /** Its settings: classes that extend `SettingsOf`. They can be injected everywhere. */
  settings?: readonly SettingsType[];
  /** The variables with templates of public pages, by resource: `{ venues: 'VENUE_URL' }`. */
  pages?: Readonly<Record<string, string>>;
  /** Its migrations; they run in the order of the times in their class names. */
  migrations?: readonly Type<MigrationInterface>[];
  /** The absolute path of the folder of its texts, which has one folder per language. */
  i18n?: string;
  /** Its commands: classes with `@Command`. */
  commands?: readonly Type[];
  /**
   * A version that the `ETag` of all answers depends on. By default, the name and version in the
   * `package.json` nearest to the file of the module.
   */
  version?: string;
  /** Header fields that pages of other origins may send, and read (Fetch §3.2). */
  headers?: { request?: readonly string[]; response?: readonly string[] };
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
