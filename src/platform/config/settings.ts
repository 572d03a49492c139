import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv, type CleanedEnv, EnvMissingError, str, type ReporterOptions } from 'envalid';
import { SERVICE } from '../service';
import { namespace } from './namespace';
import type { SettingsType, Variables } from './settings-of';
import {
  databaseUrl,
  hostNames,
  isLoopback,
  issuer,
  migrationNames,
  oneOf,
  origins,
  recordUrl,
  socketPath,
  timeZone,
  trustedProxies,
  webAddress,
  wholeNumber,
} from './validators';

/**
 * A wrong setting, which prevents the start; the message names the variable and what is allowed.
 */
export class SettingsError extends Error {}

/** The translations that the service comes with. */
export const I18N_FOLDER = join(__dirname, '../../../i18n');

/** Requests of one client per minute, where other machines can reach the service. */
const RATE_LIMIT = 600;

/** What the modules of a service add to its settings. */
export interface DeclaredSettings {
  settings: readonly SettingsType[];
  /** Resource → the variable with the template of its public pages. */
  pages: Readonly<Record<string, string>>;
}

const NOTHING: DeclaredSettings = { settings: [], pages: {} };

/** The environment variables of the platform, with what each allows and its default. */
const platformVariables = () => ({
  HOST: str({ default: '127.0.0.1' }),
  PORT: wholeNumber(0, 65535)({ default: 3000 }),
  SOCKET: socketPath({ default: undefined }),
  ACCESS: oneOf('open', 'protected')({ default: undefined }),
  OIDC_ISSUER: issuer({ default: undefined }),
  OIDC_AUDIENCE: str({ default: undefined }),
  OIDC_ROLE_CLAIM: str({ default: 'role' }),
  OIDC_AUTHOR_CLAIM: str({ default: 'author' }),
  DATABASE_URL: databaseUrl({ default: SERVICE.database }),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000)({ default: 10 }),
  DATABASE_TIMEOUT: wholeNumber(1, 3600)({ default: 10 }),
  DATABASE_TLS: oneOf('off', 'on', 'insecure')({ default: 'off' }),
  DATABASE_TLS_CA: str({ default: undefined }),
  API_NAMESPACE: namespace({ default: SERVICE.namespace }),
  PUBLIC_URL: webAddress({ default: undefined }),
  ALLOWED_HOSTS: hostNames({ default: [] }),
  TRUSTED_PROXIES: trustedProxies({ default: [] }),
  CORS_ORIGINS: origins({ default: [] }),
  RATE_LIMIT: wholeNumber(0, 1_000_000)({ default: undefined }),
  TIMEZONE: timeZone({ default: 'UTC' }),
  PER_PAGE_DEFAULT: wholeNumber(1, 1000)({ default: 15 }),
  PER_PAGE_MAX: wholeNumber(1, 1000)({ default: 50 }),
  I18N_FOLDER: str({ default: undefined }),
  BODY_LIMIT: wholeNumber(1024, 100 * 1024 * 1024)({ default: 2 * 1024 * 1024 }),
  REQUEST_TIMEOUT: wholeNumber(1, 3600)({ default: 30 }),
  MAX_CONCURRENT_REQUESTS: wholeNumber(1, 10_000)({ default: 32 }),
  MAX_QUEUED_REQUESTS: wholeNumber(0, 100_000)({ default: 200 }),
  SHUTDOWN_DELAY: wholeNumber(0, 3600)({ default: 0 }),
  SHUTDOWN_TIMEOUT: wholeNumber(0, 3600)({ default: 8 }),
  METRICS_PORT: wholeNumber(0, 65535)({ default: undefined }),
  CACHE_SIZE: wholeNumber(0, 65_536)({ default: 32 }),
  CHANGES_DAYS: wholeNumber(1, 3650)({ default: 30 }),
  IGNORED_MIGRATIONS: migrationNames({ default: [] }),
  // Read before the others, by `loadModules`.
  MODULES: str({ default: undefined }),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent')({ default: 'info' }),
});

/**
 * All environment variables of a service, with what each allows and its default.
 *
 * @throws SettingsError when a module brings one that the platform has
 */
export function variablesOf({ settings, pages }: DeclaredSettings): Variables {
  const platform: Variables = platformVariables();
  const own = Object.assign(
    {},
    ...Object.values(pages).map((name) => ({ [name]: recordUrl({ default: undefined }) })),
    ...settings.map(({ variables }) => variables),
  ) as Variables;
  const taken = Object.keys(own).filter((name) => name in platform);
  if (taken.length > 0)
    throw new SettingsError(
      taken
        .map((name) => `The setting ${name} is one of the service: rename that of the module.`)
        .join('\n'),
    );
  return { ...platform, ...own };
}

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
 * @throws SettingsError naming every variable that is wrong and what it allows
 */
export function readSettings(
  environment: NodeJS.ProcessEnv,
  declared: DeclaredSettings = NOTHING,
): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const all = cleanEnv(given, variablesOf(declared), { reporter: report });
  const env = all as CleanedEnv<ReturnType<typeof platformVariables>>;
  const named = (name: 'PER_PAGE_DEFAULT' | 'PER_PAGE_MAX'): string =>
    `${name} ${env[name]}${given[name] === undefined ? ' (its default)' : ''}`;
  if (env.PER_PAGE_DEFAULT > env.PER_PAGE_MAX)
    throw new SettingsError(
      `${named('PER_PAGE_DEFAULT')} must not be larger than ${named('PER_PAGE_MAX')}`,
    );
  const i18nFolder = env.I18N_FOLDER ?? I18N_FOLDER;
  const [segment] = env.API_NAMESPACE.split('/');
  if (existsSync(join(i18nFolder, segment)))
    throw new SettingsError(
      `API_NAMESPACE must not begin with ${segment}: that is a language, ` +
        'which addresses have before the namespace',
    );
  if (env.DATABASE_TLS_CA !== undefined && env.DATABASE_TLS !== 'on')
    throw new SettingsError('DATABASE_TLS_CA needs DATABASE_TLS=on');
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT > 0 && env.METRICS_PORT === env.PORT)
    throw new SettingsError('METRICS_PORT must be another port than PORT');
  if ((env.OIDC_ISSUER === undefined) !== (env.OIDC_AUDIENCE === undefined))
    throw new SettingsError('OIDC_ISSUER and OIDC_AUDIENCE go together');
  const isLocal = env.SOCKET !== undefined || isLoopback(env.HOST);
  if (!isLocal && env.ACCESS === undefined)
    throw new SettingsError(
      `HOST ${env.HOST} can be reached by others, and no ACCESS is set: everybody could write. ` +
        'Set ACCESS=protected, or ACCESS=open to mean that, or HOST=127.0.0.1.',
    );
  return Object.assign(new Settings(), {
    host: env.HOST,
    port: env.PORT,
    socket: env.SOCKET,
    access: env.ACCESS ?? 'open',
    isLocal,
    oidc:
      env.OIDC_ISSUER === undefined || env.OIDC_AUDIENCE === undefined
        ? undefined
        : {
            issuer: env.OIDC_ISSUER,
            audience: env.OIDC_AUDIENCE,
            roleClaim: env.OIDC_ROLE_CLAIM,
            authorClaim: env.OIDC_AUTHOR_CLAIM,
          },
    database: {
      url: env.DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      timeout: env.DATABASE_TIMEOUT,
      tls: env.DATABASE_TLS,
      tlsCa: env.DATABASE_TLS_CA,
      ignoredMigrations: env.IGNORED_MIGRATIONS,
    },
    namespace: env.API_NAMESPACE,
    publicUrl: env.PUBLIC_URL,
    allowedHosts: env.ALLOWED_HOSTS,
    trustedProxies: env.TRUSTED_PROXIES,
    corsOrigins: env.CORS_ORIGINS,
    rateLimit: env.RATE_LIMIT ?? (isLocal ? 0 : RATE_LIMIT),
    timeZone: env.TIMEZONE,
    perPageDefault: env.PER_PAGE_DEFAULT,
    perPageMax: env.PER_PAGE_MAX,
    pages: Object.fromEntries(
      Object.entries(declared.pages).map(([resource, name]) => [resource, all[name]]),
    ),
    own: new Map(
      declared.settings.map((type) => [type, ownSettings(type, all as Record<string, unknown>)]),
    ),
    i18nFolder,
    // Node's own convention, which whoever runs the service may have set for other reasons.
    followsTexts: given.NODE_ENV !== 'production',
    bodyLimit: env.BODY_LIMIT,
    requestTimeout: env.REQUEST_TIMEOUT,
    maxConcurrentRequests: env.MAX_CONCURRENT_REQUESTS,
    maxQueuedRequests: env.MAX_QUEUED_REQUESTS,
    shutdownDelay: env.SHUTDOWN_DELAY,
    shutdownTimeout: env.SHUTDOWN_TIMEOUT,
    metricsPort: env.METRICS_PORT,
    cacheBytes: env.CACHE_SIZE * 1024 * 1024,
    changesDays: env.CHANGES_DAYS,
    logLevel: env.LOG_LEVEL,
  });
}

/** @param values of all variables, by their names */
function ownSettings<T extends object>(
  type: SettingsType<T>,
  values: Readonly<Record<string, unknown>>,
): T {
  const names = Object.keys(type.variables);
  return new type(Object.fromEntries(names.map((name) => [name, values[name]])));
}

const notRead = (name: string): Error =>
  new Error(`${name} has not been read: readSettings takes the same modules as createApp.`);

export type DatabaseTls = 'off' | 'on' | 'insecure';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface DatabaseSettings {
  url: string;
  poolSize: number;
  /** The timeout of connecting, and of a statement; seconds. */
  timeout: number;
  tls: DatabaseTls;
  /** Path of a PEM file with the certificate authority of the server. */
  tlsCa?: string;
  /** Names of migrations of modules that are not there any more. */
  ignoredMigrations?: readonly string[];
}

/** An OpenID Connect issuer, and the claims of its tokens that are used. */
export interface OidcSettings {
  issuer: string;
  /** The audience that tokens must have. */
  audience: string;
  /** A claim: its name, or its path with dots. */
  roleClaim: string;
  authorClaim: string;
}

/** The settings of one running service; the README has a table of them. */
export class Settings {
  readonly host: string;
  readonly port: number;
  /** Path of a Unix socket to listen on, instead of `host` and `port`. */
  readonly socket?: string;
  readonly access: 'open' | 'protected';
  /** Whether only programs on this machine can reach the service. */
  readonly isLocal: boolean;
  readonly oidc?: OidcSettings;
  readonly database: DatabaseSettings;
  /** Path of the interface without slashes around it, such as `v1`. */
  readonly namespace: string;
  readonly publicUrl?: string;
  /** Host names that are accepted with open access, besides those that need no setting. */
  readonly allowedHosts: string[];
  readonly trustedProxies: string[];
  /** Origins whose pages may do more than read public records; see `CrossOriginMiddleware`. */
  readonly corsOrigins: string[];
  /** Requests of one client per minute; 0: no limit. */
  readonly rateLimit: number;
  /** The time zone of the site, as `ZoneRules.read` writes it. */
  readonly timeZone: string;
  readonly perPageDefault: number;
  readonly perPageMax: number;
  /** Templates of public pages by resource, with `{slug}` and `{id}`. */
  readonly pages: Readonly<Record<string, string | undefined>>;
  /** The settings of modules, by their classes. */
  readonly own: ReadonlyMap<SettingsType, object>;
  /** The folder of the translations, with one folder per language. */
  readonly i18nFolder: string;
  /** Whether changed translations are read again while the service runs; not in production. */
  readonly followsTexts: boolean;
  /** Maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
  /** The timeout of receiving a request, and of a silent connection; seconds. */
  readonly requestTimeout: number;
  readonly maxConcurrentRequests: number;
  /** Maximum number of requests in the queue; more are refused. */
  readonly maxQueuedRequests: number;
  /**
   * How long the service continues to serve after the signal to end, so that proxies notice it;
   * seconds.
   */
  readonly shutdownDelay: number;
  /** How long running requests may continue after that; seconds. */
  readonly shutdownTimeout: number;
  /** A separate port for the metrics; 0 chooses a free one. */
  readonly metricsPort?: number;
  /** The memory of the answers that are kept; 0: none are. */
  readonly cacheBytes: number;
  /** How long the log of changes keeps a change; days. */
  readonly changesDays: number;
  readonly logLevel: LogLevel;

  /**
   * The settings of a module.
   *
   * @throws Error when they have been read without the module
   */
  of<T extends object>(type: SettingsType<T>): T {
    const settings = this.own.get(type);
    if (settings === undefined) throw notRead(type.name);
    return settings as T;
  }

  /** @throws Error when they have been read without a module that declares some */
  assertRead({ settings, pages }: DeclaredSettings): void {
    for (const type of settings) this.of(type);
    for (const [resource, name] of Object.entries(pages))
      if (!(resource in this.pages)) throw notRead(name);
  }

  /** These settings, with others in the place of some. */
  with(changes: Partial<Settings>): Settings {
    return Object.assign(new Settings(), this, changes);
  }
}
