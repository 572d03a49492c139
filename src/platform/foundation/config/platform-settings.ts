import { str } from 'envalid';
import { namespace } from './namespace';
import { SERVICE } from './service-names';
import { described } from './settings-of';
import {
  databaseUrl,
  hostNames,
  issuer,
  migrationNames,
  oneOf,
  origins,
  socketPath,
  timeZone,
  trustedProxies,
  webAddress,
  wholeNumber,
} from './validators';

/** The settings of the platform; `perPageMax` is the variable `PER_PAGE_MAX`. */
export const PLATFORM = {
  host: described('Address to listen on', str({ default: '127.0.0.1' })),
  port: described(
    'Port to listen on; `0` takes a free one',
    wholeNumber(0, 65535)({ default: 3000 }),
  ),
  socket: described(
    'Path of a [Unix socket](docs/operations.md#behind-a-proxy) to listen on, instead of `HOST` and `PORT`',
    socketPath({ default: undefined }),
  ),
  access: described(
    '`open`: everybody who reaches the port may read and write; `protected`: writing takes [a key](docs/operations.md#access). Needed where other machines reach the port, else `open`',
    oneOf('open', 'protected')({ default: undefined }),
  ),
  oidcIssuer: described(
    'An OpenID Connect issuer whose [tokens](docs/operations.md#access) are credentials too',
    issuer({ default: undefined }),
  ),
  oidcAudience: described('What its tokens must be meant for', str({ default: undefined })),
  oidcRoleClaim: described(
    'Claim that holds the role; `realm_access.roles` is one within another',
    str({ default: 'role' }),
  ),
  oidcAuthorClaim: described('Claim that holds the author id', str({ default: 'author' })),
  databaseUrl: described(
    '`sqlite:<file>`, `mysql://user:password@host:3306/database` or `mariadb://…`',
    databaseUrl({ default: SERVICE.database }),
  ),
  databasePoolSize: described(
    'Connections to a server of MySQL or MariaDB',
    wholeNumber(1, 1000)({ default: 10 }),
  ),
  databaseTimeout: described(
    'Seconds for a connection to be made, and for a statement',
    wholeNumber(1, 3600)({ default: 10 }),
  ),
  databaseTls: described(
    '`on`: encrypted and checked; `insecure`: encrypted, not checked',
    oneOf('off', 'on', 'insecure')({ default: 'off' }),
  ),
  databaseTlsCa: described(
    "PEM file of the authority that signed the database's certificate",
    str({ default: undefined }),
  ),
  apiNamespace: described(
    'Path of the interface; it must not begin with `docs`, `health`, `metrics` or a language',
    namespace({ default: SERVICE.namespace }),
  ),
  publicUrl: described(
    'How others reach the service; links begin with it',
    webAddress({ default: undefined }),
  ),
  allowedHosts: described(
    'Host names that are answered too [while access is open](docs/operations.md#host-names), with commas',
    hostNames({ default: [] }),
  ),
  trustedProxies: described(
    'Proxies whose `X-Forwarded-*` is believed: addresses, subnets, `loopback`; with commas',
    trustedProxies({ default: [] }),
  ),
  corsOrigins: described(
    'Origins whose pages may write and send `Authorization`; when not set all under `ACCESS=protected`, else none',
    origins({ default: [] }),
  ),
  rateLimit: described(
    'Requests of one client a minute; `0`: any number. When not set, 600, and any number on loopback',
    wholeNumber(0, 1_000_000)({ default: undefined }),
  ),
  timezone: described(
    'Zone of the site: of dates in lists, and of events that name none',
    timeZone({ default: 'UTC' }),
  ),
  perPageDefault: described('Records on a page', wholeNumber(1, 1000)({ default: 15 })),
  perPageMax: described(
    'Most records on a page; more is lowered to it',
    wholeNumber(1, 1000)({ default: 50 }),
  ),
  i18nFolder: described(
    'Translations, one folder a language; those of the service when not set',
    str({ default: undefined }),
  ),
  bodyLimit: described(
    'Largest body of a request, in bytes',
    wholeNumber(1024, 100 * 1024 * 1024)({ default: 2 * 1024 * 1024 }),
  ),
  requestTimeout: described(
    'Seconds for a request to arrive, and for which a client may keep silent',
    wholeNumber(1, 3600)({ default: 30 }),
  ),
  maxConcurrentRequests: described(
    'Requests that are carried out at once',
    wholeNumber(1, 10_000)({ default: 32 }),
  ),
  maxQueuedRequests: described(
    'Requests that wait for them, and as many that wait for the answers of others; more are answered 503',
    wholeNumber(0, 100_000)({ default: 200 }),
  ),
  shutdownDelay: described(
    'Seconds that the service goes on after SIGTERM, so that proxies notice',
    wholeNumber(0, 3600)({ default: 0 }),
  ),
  shutdownTimeout: described(
    'Seconds after which it ends, whatever still runs',
    wholeNumber(0, 3600)({ default: 8 }),
  ),
  metricsPort: described(
    'Port of [the metrics](docs/operations.md#metrics) alone, `0` a free one; without it they take a credential',
    wholeNumber(0, 65535)({ default: undefined }),
  ),
  cacheSize: described(
    'Megabytes of answers that are [kept in memory](docs/performance.md#the-cache), and never stale; `0`: none',
    wholeNumber(0, 65_536)({ default: 32 }),
  ),
  changesDays: described(
    'For how many days the [log of changes](docs/data-model.md#why-it-looks-like-this) keeps a write',
    wholeNumber(1, 3650)({ default: 30 }),
  ),
  ignoredMigrations: described(
    'Migrations of modules that are not named any more, with commas: [their tables stay](docs/upgrading.md#modules)',
    migrationNames({ default: [] }),
  ),
  // Read before the others, by `loadModules`.
  modules: described(
    '[Modules](docs/extending.md#a-module-in-a-package-of-your-own) besides the calendar: packages or paths, with commas',
    str({ default: undefined }),
  ),
  logLevel: described(
    '`debug`, `info`, `warn`, `error` or `silent`',
    oneOf('debug', 'info', 'warn', 'error', 'silent')({ default: 'info' }),
  ),
};
