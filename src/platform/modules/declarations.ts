import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import { SettingsError, type SettingsType } from '../config';
import type { ErrorTable } from './error-table';
import { importsOf } from './library-metadata';
import { type CommandType, ServiceModule, type ServiceModuleOptions } from './service-module';

/** A module as Nest imports it. */
export type ModuleType = Type | DynamicModule | ForwardReference;

/** A conflict between the declarations of two modules; the message names it. */
export class DeclarationError extends SettingsError {}

/** The `@ServiceModule` declarations of all modules of a service. */
export class Declarations {
  /** Sorted by status. */
  readonly errors: ErrorTable;
  readonly settings: readonly SettingsType[];
  /** Resource → the variable with the template of its public pages. */
  readonly pages: Readonly<Record<string, string>>;
  /** Resource → the path of its public pages in this service. */
  readonly sitePages: Readonly<Record<string, string>>;
  readonly migrations: readonly Type<MigrationInterface>[];
  /** The folders of texts. */
  readonly i18n: readonly string[];
  readonly commands: readonly CommandType[];
  /** Sorted and unique, independent of the order of the modules. */
  readonly versions: readonly string[];
  /** Response header fields that pages of other origins may read. */
  readonly exposedHeaders: readonly string[];

  /**
   * @throws DeclarationError when two modules declare the same error code, variable or page
   */
  constructor(modules: readonly ServiceModuleOptions[]) {
    const errors = united(modules, 'errors', 'The error code');
    this.errors = Object.fromEntries(
      Object.entries(errors).sort(([, one], [, other]) => one.status - other.status),
    );
    this.settings = unique(modules.flatMap(({ settings = [] }) => settings));
    this.pages = united(modules, 'pages', 'The public pages of');
    this.sitePages = united(modules, 'sitePages', 'The site pages of');
    assertUnique(
      [
        ...this.settings.flatMap(({ variables }) => Object.keys(variables)),
        ...Object.values(this.pages),
      ],
      'The setting',
    );
    this.migrations = unique(modules.flatMap(({ migrations = [] }) => migrations));
    this.i18n = unique(modules.flatMap(({ i18n = [] }) => i18n));
    this.commands = unique(modules.flatMap(({ commands = [] }) => commands));
    this.versions = unique(modules.flatMap(({ version }) => version ?? [])).sort();
    this.exposedHeaders = unique(modules.flatMap(({ exposedHeaders = [] }) => exposedHeaders));
  }
}

/**
 * Collects the `@ServiceModule` declarations of modules and of all their imports. It only reads
 * decorators, and creates nothing.
 *
 * @throws DeclarationError when two modules declare the same error code, variable or page
 */
export function declarationsOf(modules: readonly ModuleType[]): Declarations {
  const found = new Set<Type | DynamicModule>();
  for (const module of modules) collect(module, found);
  const options = [...found].flatMap((module) =>
    typeof module === 'function'
      ? ((Reflect.getMetadata(ServiceModule.KEY, module) as ServiceModuleOptions | undefined) ?? [])
      : [],
  );
  return new Declarations(unique(options));
}

/** Adds a module, then its imports in order; each once, as modules may import each other. */
function collect(entry: unknown, found: Set<Type | DynamicModule>): void {
  const module = referred(entry);
  if (module === undefined || found.has(module)) return;
  found.add(module);
  if (typeof module !== 'function') collect(module.module, found);
  const imports = typeof module === 'function' ? importsOf(module) : (module.imports ?? []);
  for (const imported of imports) collect(imported, found);
}

/** Returns the imported module; undefined for a promise. */
function referred(entry: unknown): Type | DynamicModule | undefined {
  if (typeof entry === 'function') return entry as Type;
  if (typeof entry !== 'object' || entry === null) return undefined;
  if ('forwardRef' in entry) return referred((entry as { forwardRef: () => unknown }).forwardRef());
  return 'module' in entry ? (entry as DynamicModule) : undefined;
}

type Tables = 'errors' | 'pages' | 'sitePages';

/**
 * @throws DeclarationError that names an entry declared by two modules
 */
function united<Kind extends Tables>(
  modules: readonly ServiceModuleOptions[],
  kind: Kind,
  what: string,
): NonNullable<ServiceModuleOptions[Kind]> {
  const entries = modules.flatMap((options) => Object.entries(options[kind] ?? {}));
  assertUnique(
    entries.map(([name]) => name),
    what,
  );
  return Object.fromEntries(entries) as NonNullable<ServiceModuleOptions[Kind]>;
}

/**
 * @throws DeclarationError that names each duplicate
 */
function assertUnique(names: readonly string[], what: string): void {
  const twice = unique(names.filter((name, index) => names.indexOf(name) !== index));
  if (twice.length > 0)
    throw new DeclarationError(
      twice.map((name) => `${what} ${name} is declared by two modules: rename one.`).join('\n'),
    );
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
