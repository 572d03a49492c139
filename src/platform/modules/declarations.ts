import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { MigrationInterface } from 'typeorm';
import { SettingsError, type SettingsType } from '../config';
import type { ErrorTable } from './error-table';
import { ServiceModule, type ServiceModuleOptions } from './service-module';

/** A module as Nest imports it. */
export type ModuleType = Type | DynamicModule | ForwardReference;

/** What two modules bring, and only one can; the message names it. */
export class DeclarationError extends SettingsError {}

/** What all modules of a service bring, by `@ServiceModule`. */
export class Declarations {
  /** In the order of their statuses. */
  readonly errors: ErrorTable;
  readonly settings: readonly SettingsType[];
  /** Resource → the variable with the template of its public pages. */
  readonly pages: Readonly<Record<string, string>>;
  readonly migrations: readonly (Type<MigrationInterface> | string)[];
  /** The folders of texts. */
  readonly i18n: readonly string[];
  readonly commands: readonly Type[];
  readonly headers: { readonly request: readonly string[]; readonly response: readonly string[] };

  /** @throws DeclarationError when two modules bring the same error code, variable or page */
  constructor(modules: readonly ServiceModuleOptions[]) {
    const errors = united(modules, 'errors', 'The error code');
    this.errors = Object.fromEntries(
      Object.entries(errors).sort(([, one], [, other]) => one.status - other.status),
    );
    this.settings = unique(modules.flatMap(({ settings = [] }) => settings));
    this.pages = united(modules, 'pages', 'The public pages of');
    assertBroughtOnce(
      [
        ...this.settings.flatMap(({ variables }) => Object.keys(variables)),
        ...Object.values(this.pages),
      ],
      'The setting',
    );
    this.migrations = unique(modules.flatMap(({ migrations = [] }) => migrations));
    this.i18n = unique(modules.flatMap(({ i18n = [] }) => i18n));
    this.commands = unique(modules.flatMap(({ commands = [] }) => commands));
    this.headers = {
      request: unique(modules.flatMap(({ headers }) => headers?.request ?? [])),
      response: unique(modules.flatMap(({ headers }) => headers?.response ?? [])),
    };
  }
}

/**
 * Collects what modules and all that they import declare by `@ServiceModule`. It reads decorators
 * only, and creates nothing.
 *
 * @throws DeclarationError when two modules bring the same error code, variable or page
 */
export function declarationsOf(modules: readonly ModuleType[]): Declarations {
  const found = new Map<Type, ServiceModuleOptions | undefined>();
  for (const module of modules) collect(module, found);
  return new Declarations(unique([...found.values()].filter((options) => options !== undefined)));
}

/** Adds a module, then what it imports, in its order. */
function collect(entry: unknown, found: Map<Type, ServiceModuleOptions | undefined>): void {
  const { module, imports } = read(entry);
  if (module === undefined) return;
  if (!found.has(module)) {
    const options = Reflect.getMetadata(ServiceModule.KEY, module) as
      ServiceModuleOptions | undefined;
    found.set(module, options);
    const own = Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) as unknown[] | undefined;
    for (const imported of own ?? []) collect(imported, found);
  }
  for (const imported of imports) collect(imported, found);
}

/** The class of a module, and what it imports where it is used; no class for a promise. */
function read(entry: unknown): { module?: Type; imports: readonly unknown[] } {
  if (typeof entry === 'function') return { module: entry as Type, imports: [] };
  if (typeof entry !== 'object' || entry === null) return { imports: [] };
  if ('forwardRef' in entry) return read((entry as { forwardRef: () => unknown }).forwardRef());
  const { module, imports = [] } = entry as Partial<DynamicModule>;
  return { module, imports };
}

type Tables = 'errors' | 'pages';

/** @throws DeclarationError naming an entry that two modules bring */
function united<Kind extends Tables>(
  modules: readonly ServiceModuleOptions[],
  kind: Kind,
  what: string,
): NonNullable<ServiceModuleOptions[Kind]> {
  const entries = modules.flatMap((options) => Object.entries(options[kind] ?? {}));
  assertBroughtOnce(
    entries.map(([name]) => name),
    what,
  );
  return Object.fromEntries(entries) as NonNullable<ServiceModuleOptions[Kind]>;
}

/** @throws DeclarationError naming what is there more than once */
function assertBroughtOnce(names: readonly string[], what: string): void {
  const twice = unique(names.filter((name, place) => names.indexOf(name) !== place));
  if (twice.length > 0)
    throw new DeclarationError(
      twice.map((name) => `${what} ${name} is brought by two modules: rename one.`).join('\n'),
    );
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
