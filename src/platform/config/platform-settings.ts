import { bool, str } from 'envalid';
import { SERVICE } from './service-names';
import { described } from './settings-of';
import {
  databaseUrl,
  editor,
  hostNames,
  issuer,
  languageTag,
  migrationNames,
  namespace,
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
    'Port to listen on; `0` uses a free one',
    wholeNumber(0, 65535)({ default: 3000 }),
  ),
  socket: described(
    '[Unix socket](../operating/proxies.md#unix-sockets) to listen on, instead of `HOST` and `PORT`',
    socketPath({ default: undefined }),
  ),
  access: described(
    '[`open`](access.md): everybody may read and write; `protected`: writing needs a credential. Required unless `HOST` is a loopback address, where the default is `open`',
    oneOf('open', 'protected')({ default: undefined }),
  ),
  oidcIssuer: described(
    'OpenID Connect [issuer](access.md#openid-connect) whose tokens are accepted',
    issuer({ default: undefined }),
  ),
  oidcAudience: described('Audience that its tokens must contain', str({ default: undefined })),
  oidcRoleClaim: described(
    'Claim with the role; `realm_access.roles` is a nested one',
    str({ default: 'role' }),
  ),
  oidcAuthorClaim: described('Claim with the author id', str({ default: 'author' })),
  databaseUrl: described(
    '`sqlite:<file>`, `mysql://user:password@host:3306/database` or `mariadb://…`',
    databaseUrl({ default: SERVICE.database }),
  ),
  databasePoolSize: described(
    'Connections to MySQL or MariaDB',
    wholeNumber(1, 1000)({ default: 10 }),
  ),
  databaseTimeout: described(
    'Timeout of a connection and of a statement, in seconds',
    wholeNumber(1, 3600)({ default: 10 }),
  ),
  databaseTls: described(
    '`on`: encrypted and verified; `insecure`: encrypted only',
    oneOf('off', 'on', 'insecure')({ default: 'off' }),
  ),
  databaseTlsCa: described(
    'PEM file of the certificate authority of the database',
    str({ default: undefined }),
  ),
  apiNamespace: described(
    'Path of the interface; it must not begin with `docs`, `edit`, `health`, `metrics`, `site`, a language, or a [page](pages.md) with `SITE=on`',
    namespace({ default: SERVICE.namespace }),
  ),
  site: described(
    '`on`: [pages for people](pages.md) at `/`, `/events/`, `/event/{slug}/` and so on; `off`: the interface only',
    oneOf('on', 'off')({ default: 'on' }),
  ),
  editor: described(
    '`on`: [the editor of events](../editing.md) at `/edit`',
    editor({ default: 'off' }),
  ),
  publicUrl: described(
    'Public URL of the service; links begin with it',
    webAddress({ default: undefined }),
  ),
  allowedHosts: described(
    '[Host names](access.md#host-names) that are allowed with `ACCESS=open`, separated by commas',
    hostNames({ default: [] }),
  ),
  trustedProxies: described(
    '[Proxies](../operating/proxies.md) whose `X-Forwarded-*` headers are used: addresses, subnets or `loopback`, separated by commas',
    trustedProxies({ default: [] }),
  ),
  corsOrigins: described(
    '[Origins](access.md#cross-origin-requests) whose pages may write and send `Authorization`, separated by commas; by default all with `ACCESS=protected`, else none',
    origins({ default: [] }),
  ),
  rateLimit: described(
    '[Requests per minute](../operating/limits.md#rate-limit) of one client; `0`: unlimited. By default 600, and unlimited on a loopback address',
    wholeNumber(0, 1_000_000)({ default: undefined }),
  ),
  timezone: described(
    'Time zone of dates in queries, and of events without one',
    timeZone({ default: 'UTC' }),
  ),
  contentLanguage: described(
    'Language of records that name none, and of [pages](pages.md) without a language segment',
    languageTag({ default: 'en' }),
  ),
  contentBySegment: described(
    '`true`: the language segment of an address is the default of [`lang`](translations.md#reading)',
    bool({ default: false }),
  ),
  perPageDefault: described('Records per page', wholeNumber(1, 1000)({ default: 15 })),
  perPageMax: described(
    'Maximum of `per_page`; larger values are lowered to it',
    wholeNumber(1, 1000)({ default: 50 }),
  ),
  i18nFolder: described(
    'Folder of translations, with one folder per language; by default those of the service',
    str({ default: undefined }),
  ),
  bodyLimit: described(
    'Maximum size of a request body, in bytes',
    wholeNumber(1024, 100 * 1024 * 1024)({ default: 1024 * 1024 }),
  ),
  requestTimeout: described(
    'Timeout for receiving a request, and for a silent client, in seconds',
    wholeNumber(1, 3600)({ default: 30 }),
  ),
  maxConcurrentRequests: described(
    'Maximum number of concurrent requests',
    wholeNumber(1, 10_000)({ default: 32 }),
  ),
  maxQueuedRequests: described(
    'Maximum number of [queued requests](../operating/limits.md#overload); further ones are answered 503',
    wholeNumber(0, 100_000)({ default: 200 }),
  ),
  shutdownDelay: described(
    'Seconds of normal service after SIGTERM, so that [load balancers](../operating/monitoring.md#shutdown) notice',
    wholeNumber(0, 3600)({ default: 0 }),
  ),
  shutdownTimeout: described(
    'Seconds for running requests after that',
    wholeNumber(0, 3600)({ default: 8 }),
  ),
  metricsPort: described(
    'Separate port of the [metrics](../operating/monitoring.md#metrics), `0` for a free one; without it, metrics need a credential',
    wholeNumber(0, 65535)({ default: undefined }),
  ),
  cacheSize: described(
    'Size of the [cache](../performance.md#the-cache), in megabytes; `0`: no cache',
    wholeNumber(0, 65_536)({ default: 32 }),
  ),
  changesDays: described(
    'Retention of the [log of changes](synchronising.md), in days',
    wholeNumber(1, 3650)({ default: 30 }),
  ),
  ignoredMigrations: described(
    '[Migrations of removed modules](../operating/upgrading.md#migrations-of-modules) whose tables stay, separated by commas',
    migrationNames({ default: [] }),
  ),
  // Read before the others, by `loadModules`.
  modules: described(
    '[Modules](../extending/package.md): packages or paths, separated by commas',
    str({ default: undefined }),
  ),
  logLevel: described(
    '`debug`, `info`, `warn`, `error` or `silent`',
    oneOf('debug', 'info', 'warn', 'error', 'silent')({ default: 'info' }),
  ),
};
