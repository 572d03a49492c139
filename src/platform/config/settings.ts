import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CleanedEnv, cleanEnv, EnvMissingError, type ReporterOptions } from 'envalid';
import { PLATFORM } from './platform-settings';
import { described, type SettingsType, type Variables } from './settings-of';
import { isLoopback, recordUrl } from './validators';

/**
 * An invalid setting, which prevents the start; the message names the variable and the allowed
 * values.
 */
export class SettingsError extends Error {}

/** The translations shipped with the service. */
export const I18N_FOLDER = join(__dirname, '../../../i18n');

/** Requests per client and minute, when other machines can reach the service. */
const RATE_LIMIT = 600;

/** The settings that the modules of a service add. */
interface DeclaredSettings {
  settings: readonly SettingsType[];
  /** Resource → the variable with the template of its public pages. */
  pages: Readonly<Record<string, string>>;
  /** Resource → the path of its public pages in this service. */
  sitePages?: Readonly<Record<string, string>>;
}

/**
 * Returns all environment variables of a service, with their validators and defaults.
 *
 * @throws SettingsError when a module declares a variable of the platform
 */
export function variablesOf({ settings, pages }: DeclaredSettings): Variables {
  const platform = Object.fromEntries(
    Object.entries(PLATFORM).map(([setting, variable]) => [variableOf(setting), variable]),
  );
  const own = Object.assign(
    {},
    ...Object.values(pages).map((name) => ({ [name]: PAGE })),
    ...settings.map(({ variables }) => variables),
  ) as Variables;
  const taken = Object.keys(own).filter((name) => name in platform);
  if (taken.length > 0)
    throw new SettingsError(
      taken
        .map((name) => `The service already has a setting ${name}: rename that of the module.`)
        .join('\n'),
    );
  return { ...platform, ...own };
}

/** `perPageMax` → `PER_PAGE_MAX`. */
const variableOf = (setting: string): string =>
  setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The template of the public pages of a resource. */
const PAGE = described(
  'Public pages, the `url` of records: `https://www.example/event/{slug}`; `{id}` works too',
  recordUrl({ default: undefined }),
);

/** Prevents the start, with one sentence per wrong variable. */
function report<T>({ errors }: ReporterOptions<T>): void {
  const wrong = Object.entries(errors as Record<string, Error | undefined>);
  if (wrong.length === 0) return;
  const why = (error: Error | undefined): string | undefined =>
    error instanceof EnvMissingError ? 'must be set' : error?.message;
  throw new SettingsError(wrong.map(([name, error]) => `${name} ${why(error)}`).join('\n'));
}

/**
 * Reads and validates the settings, once, at the start. An empty variable counts as not set.
 *
 * @param declared by the modules of the service
 * @throws SettingsError that names every wrong variable and its allowed values
 */
export function readSettings(
  environment: NodeJS.ProcessEnv,
  declared: DeclaredSettings = { settings: [], pages: {} },
): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const all: Readonly<Record<string, unknown>> = cleanEnv(given, variablesOf(declared), {
    reporter: report,
  });
  const read = Object.fromEntries(
    Object.keys(PLATFORM).map((setting) => [setting, all[variableOf(setting)]]),
  ) as PlatformSettings;
  const isLocal = read.socket !== undefined || isLoopback(read.host);
  assertConsistent(read, isLocal, (setting) => given[variableOf(setting)] !== undefined);
  assertNoPage(read, declared);
  return Object.assign(new Settings(), {
    ...read,
    isLocal,
    access: read.access ?? 'open',
    rateLimit: read.rateLimit ?? (isLocal ? 0 : RATE_LIMIT),
    i18nFolder: read.i18nFolder ?? I18N_FOLDER,
    // Node's own convention; operators may have set it for other reasons.
    followsTexts: given.NODE_ENV === 'development',
    pages: Object.fromEntries(
      Object.entries(declared.pages).map(([resource, name]) => [
        resource,
        all[name] ?? (read.site === 'on' ? declared.sitePages?.[resource] : undefined),
      ]),
    ),
    own: new Map(declared.settings.map((type) => [type, new type(all)])),
  });
}

/**
 * Validates settings that depend on each other.
 *
 * @param isSet returns true when a setting was given explicitly
 * @throws SettingsError
 */
function assertConsistent(
  read: PlatformSettings,
  isLocal: boolean,
  isSet: (setting: keyof PlatformSettings) => boolean,
): void {
  const named = (setting: 'perPageDefault' | 'perPageMax'): string =>
    `${variableOf(setting)} ${read[setting]}${isSet(setting) ? '' : ' (its default)'}`;
  if (read.perPageDefault > read.perPageMax)
    throw new SettingsError(
      `${named('perPageDefault')} must not be larger than ${named('perPageMax')}`,
    );
  const [segment] = read.apiNamespace.split('/');
  if (existsSync(join(read.i18nFolder ?? I18N_FOLDER, segment)))
    throw new SettingsError(
      `API_NAMESPACE must not begin with ${segment}: that is a language, ` +
        'which addresses have before the namespace',
    );
  if (read.databaseTlsCa !== undefined && read.databaseTls !== 'on')
    throw new SettingsError('DATABASE_TLS_CA needs DATABASE_TLS=on');
  if (read.metricsPort !== undefined && read.metricsPort > 0 && read.metricsPort === read.port)
    throw new SettingsError('METRICS_PORT must differ from PORT');
  if ((read.oidcIssuer === undefined) !== (read.oidcAudience === undefined))
    throw new SettingsError('OIDC_ISSUER and OIDC_AUDIENCE must be set together');
  if (!isLocal && read.access === undefined)
    throw new SettingsError(
      `HOST ${read.host} can be reached by others, and no ACCESS is set: everybody could write. ` +
        'Set ACCESS=protected, or ACCESS=open to mean that, or HOST=127.0.0.1.',
    );
}

/** @throws SettingsError when the namespace begins like the pages of this service */
function assertNoPage(
  { apiNamespace, site }: PlatformSettings,
  { sitePages }: DeclaredSettings,
): void {
  const [segment] = apiNamespace.toLowerCase().split('/');
  const pages = Object.values(sitePages ?? {}).map((path) => path.split('/')[1]);
  if (site === 'on' && pages.includes(segment))
    throw new SettingsError(
      `API_NAMESPACE must not begin with ${segment}: pages do, unless SITE is off`,
    );
}

const notRead = (name: string): Error =>
  new Error(`${name} has not been read: readSettings takes the same modules as createApp.`);

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type DatabaseSettings = Pick<
  Settings,
  | 'databaseUrl'
  | 'databasePoolSize'
  | 'databaseTimeout'
  | 'databaseTls'
  | 'databaseTlsCa'
  | 'ignoredMigrations'
>;

/** An OpenID Connect issuer, and the used claims of its tokens. */
export interface OidcSettings {
  issuer: string;
  /** The audience that tokens must have. */
  audience: string;
  /** A claim: its name, or its path with dots. */
  roleClaim: string;
  authorClaim: string;
}

/** The address of an issuer's metadata (OpenID Connect Discovery 1.0 §4). */
export const discoveryAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

type PlatformSettings = Readonly<CleanedEnv<typeof PLATFORM>>;

/** The settings of the platform, with derived values resolved. */
type ResolvedSettings = Omit<PlatformSettings, 'access' | 'rateLimit' | 'i18nFolder'> & {
  readonly access: 'open' | 'protected';
  readonly rateLimit: number;
  readonly i18nFolder: string;
};

// TypeScript has no other way to give a class the properties of a type.
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its instances have members
const Resolved = class {} as new () => ResolvedSettings;

/** The settings of one running service; the README has a table of them. */
export class Settings extends Resolved {
  /** Whether only programs on this machine can reach the service. */
  readonly isLocal: boolean;
  /**
   * Public pages by resource, with `{slug}` and `{id}`: templates of absolute addresses, or paths of pages of
   * this service.
   */
  readonly pages: Readonly<Record<string, string | undefined>>;
  /** The settings of modules, by their classes. */
  readonly own: ReadonlyMap<SettingsType, object>;
  /** Whether changed translations are reloaded while the service runs; in development only. */
  readonly followsTexts: boolean;

  /** The size of the response cache in bytes; 0 disables it. */
  get cacheBytes(): number {
    return this.cacheSize * 1024 * 1024;
  }

  get oidc(): OidcSettings | undefined {
    const { oidcIssuer: issuer, oidcAudience: audience } = this;
    if (issuer === undefined || audience === undefined) return undefined;
    return { issuer, audience, roleClaim: this.oidcRoleClaim, authorClaim: this.oidcAuthorClaim };
  }

  /**
   * Returns the settings of a module.
   *
   * @throws Error when they were read without the module
   */
  of<T extends object>(type: SettingsType<T>): T {
    const settings = this.own.get(type);
    if (settings === undefined) throw notRead(type.name);
    return settings as T;
  }

  /**
   * @throws Error when the settings were read without a module that declares some
   */
  assertRead({ settings, pages }: DeclaredSettings): void {
    for (const type of settings) this.of(type);
    for (const [resource, name] of Object.entries(pages))
      if (!(resource in this.pages)) throw notRead(name);
  }

  /** Returns a copy of these settings with some replaced. */
  with(changes: Partial<Settings>): Settings {
    return Object.assign(new Settings(), this, changes);
  }
}
