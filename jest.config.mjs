import { availableParallelism } from 'node:os';
import { findChromium, NO_CHROMIUM } from './test/support/browser/find-chromium.mjs';
import { findGalera, NO_GALERA } from './test/support/databases/find-galera.mjs';
import {
  findOtherServer,
  findServer,
  NO_OTHER_SERVER,
  NO_SERVER,
  NO_SERVER_OF_OURS,
} from './test/support/databases/find-server.mjs';
import { findFeedParser, NO_FEED_PARSER } from './test/support/feeds/find-programs.mjs';
import { findReaders, NO_READERS } from './test/support/icalendar/find-readers.mjs';
import {
  findKhal,
  findVdirsyncer,
  NO_KHAL,
  NO_VDIRSYNCER,
} from './test/support/icalendar/find-subscribers.mjs';
import { findPromtool, NO_PROMTOOL } from './test/support/monitoring/find-promtool.mjs';
import { findNginx, NO_NGINX } from './test/support/proxies/find-nginx.mjs';
import { COMPILER } from './test/support/shared-realm/compile.mjs';
import { findTzdata, NO_TZDATA, otherTzdata } from './test/support/zones/find-tzdata.mjs';

// Nest 12 is published as ES modules only, which Jest cannot load: they are compiled like the sources.
const ES_MODULES = ['@nestjs/', 'jose/', 'temporal-(polyfill|utils|spec)/'];

// What tests import, besides the sources, that is slow to load or compares by identity.
const SHARED_PACKAGES = [
  '@apidevtools/',
  '@nestjs/',
  'class-validator/',
  'express/',
  'fast-check/',
  'jose/',
  'libsql/',
  'qs/',
  'temporal-polyfill/',
  'typeorm/',
];

// As the service has it; native code reads it when it is loaded, before any test could set it.
process.env.TOKIO_WORKER_THREADS ??= '8';

/** As the beginning of a regular expression. */
const ROOT = import.meta.dirname.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const compile = ['@swc/jest', COMPILER];

const project = (displayName, testMatch, { globals, ...options } = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  globals: { ...globals, readers },
  transform: { '^.+\\.(t|j)s$': compile },
  transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES.join('|')})`],
  setupFilesAfterEnv: ['<rootDir>/test/support/icalendar/check-seen-calendars.ts'],
  ...options,
});

/** What a project leaves out: some test files, besides what belongs to packages. */
const pathsOf = (files) => ['/node_modules/', ...files.map((file) => `${file}$`)];

/** A project whose test files share the service once it is loaded. */
const sharing = (displayName, testMatch, options) =>
  project(displayName, testMatch, {
    testEnvironment: '<rootDir>/test/support/shared-realm/environment.mjs',
    transform: {
      [`^${ROOT}/(test/.+|examples/.+|src/.+\\.spec)\\.ts$`]: compile,
      [`^${ROOT}/src/.+\\.ts$|/node_modules/(${SHARED_PACKAGES.join('|')})`]:
        '<rootDir>/test/support/shared-realm/transform.mjs',
    },
    // Not Jest's own packages: it loads runners of two projects at the same time, and may fail if one is compiled.
    transformIgnorePatterns: [`/node_modules/(?!${SHARED_PACKAGES.join('|')})`],
    ...options,
  });

const API_TESTS = '<rootDir>/test/api/**/*.test.ts';
/** What no database has a part in: SQLite is enough. */
const WITHOUT_DATABASE = [
  'access',
  'addresses',
  'bodies',
  'compression',
  'credentials',
  'cross-origin',
  'encodings',
  'errors',
  'feeds',
  'feeds-maps-news',
  'field-errors',
  'hosts',
  'input',
  'json-ld',
  'method-override',
  'oidc',
  'preferences',
  'request-id',
  'root',
  'traffic',
  'vendor-addresses',
].map((name) => `<rootDir>/test/api/${name}.test.ts`);
const CHANGES_MIRROR = '<rootDir>/test/hostile/databases/changes-mirror.test.ts';
/** The tests that write most, some through several instances: each has a node of its own. */
const ON_CLUSTER =
  process.env.CLUSTER === 'full'
    ? [API_TESTS, CHANGES_MIRROR]
    : [
        ...['categories', 'changes', 'conditional', 'events-write', 'idempotency', 'slugs'].map(
          (name) => `<rootDir>/test/api/${name}.test.ts`,
        ),
        CHANGES_MIRROR,
      ];
/** What MySQL and MariaDB may do differently: plans, locks, foreign keys, tables, larger statements. */
const ON_BOTH_SERVERS = [
  'api/changed-tables',
  'api/changes-plans',
  'api/databases',
  'api/events-links',
  'api/events-plans',
  'api/outside-links',
  'api/sessions',
  'api/slugs',
  'cli/databases/counters',
  'hostile/databases/counts',
  'hostile/databases/database-gone',
  'hostile/databases/killed-upgrade',
].map((name) => `<rootDir>/test/${name}.test.ts`);
const COMMANDS = '<rootDir>/test/cli/**/*.test.ts';
const COMMANDS_ON_DATABASES = '<rootDir>/test/cli/databases/*.test.ts';
const HOSTILE_ON_DATABASES = '<rootDir>/test/hostile/databases/*.test.ts';
/**
 * The faults that come to the same on a busy machine. Of all others what is measured is the service, not
 * how it shares the machine with other tests.
 */
const UNDER_LOAD = [
  'changes',
  'fuzz',
  'killed-database',
  'killed-service',
  'killed-writer',
  'verify',
].map((name) => `<rootDir>/test/faults/${name}.test.ts`);
/** The bare server speaks to MySQL and MariaDB alone. */
const BENCH = '<rootDir>/test/bench/**/*.test.ts';
const BUILT = { globalSetup: '<rootDir>/test/support/build.ts' };
const ON_SQLITE = { globals: { databaseKind: 'sqlite' } };

// Where everything must be tested, all projects stay in and their set-up says what is missing.
const testsAll = process.env.CI === 'true';
const isSelected = (name) =>
  !process.argv.includes('--selectProjects') || process.argv.includes(name);
const server = findServer();
const hasServer = Boolean(process.env.TEST_DATABASE_URL || server);
const leaveOutMysql = !hasServer && !testsAll;
const otherServer = process.env.TEST_DATABASE_URL ? undefined : findOtherServer();
const chromium = findChromium();
const leaveOutBrowser = !chromium && !testsAll;
const galera = findGalera();
const promtool = findPromtool();
const nginx = findNginx();
const leaveOutCluster = !galera && !testsAll;
const tzdata = findTzdata();
const otherRules = otherTzdata();
const readers = isSelected('outsiders') ? findReaders() : undefined;
const khal = isSelected('outsiders') ? findKhal() : undefined;
const vdirsyncer = isSelected('outsiders') ? findVdirsyncer() : undefined;
const feedParser = isSelected('outsiders') ? findFeedParser() : undefined;

const ON_FAULTY = {
  ...BUILT,
  globals: { server, galera, noServer: NO_SERVER_OF_OURS, noGalera: NO_GALERA },
};

const leftOut = [
  ...(leaveOutBrowser && isSelected('browser')
    ? [`The pages are NOT tested in a browser: ${NO_CHROMIUM}`]
    : []),
  ...(otherServer || process.env.TEST_DATABASE_URL || !isSelected('other-server')
    ? []
    : [`MySQL and MariaDB are NOT both tested: ${NO_OTHER_SERVER}`]),
  ...(server || testsAll || !isSelected('faults')
    ? []
    : [`MariaDB is NOT tested under faults: ${NO_SERVER_OF_OURS}`]),
  ...(promtool || testsAll || !isSelected('contract')
    ? []
    : [`The rules of alerts are NOT tested: ${NO_PROMTOOL}`]),
  ...(nginx || testsAll || !isSelected('contract')
    ? []
    : [`The configuration of nginx is NOT tested: ${NO_NGINX}`]),
  ...(leaveOutCluster && (isSelected('faults') || isSelected('cluster'))
    ? [`A cluster is NOT tested: ${NO_GALERA}`]
    : []),
  ...(tzdata || testsAll || !isSelected('outsiders')
    ? []
    : [`The rules of time zones are compared with NOTHING: ${NO_TZDATA}`]),
  ...(readers || testsAll || !isSelected('outsiders')
    ? []
    : [`Calendars are read by NO other program: ${NO_READERS}`]),
  ...(khal || testsAll || !isSelected('outsiders')
    ? []
    : [`Calendars are imported by NOBODY: ${NO_KHAL}`]),
  ...(vdirsyncer || testsAll || !isSelected('outsiders')
    ? []
    : [`NOBODY subscribes to calendars: ${NO_VDIRSYNCER}`]),
  ...(feedParser || testsAll || !isSelected('outsiders')
    ? []
    : [`Atom feeds are read by NO other program: ${NO_FEED_PARSER}`]),
  ...(otherRules && isSelected('outsiders')
    ? [`The rules of some time zones are compared with OTHERS: ${otherRules}`]
    : []),
];

/** @type {import('jest').Config} */
export default {
  projects: [
    sharing('unit', ['<rootDir>/src/**/*.spec.ts']),
    sharing('contract', ['<rootDir>/test/contract/**/*.test.ts'], {
      globals: {
        ...ON_SQLITE.globals,
        promtool,
        noPromtool: NO_PROMTOOL,
        nginx,
        noNginx: NO_NGINX,
      },
    }),
    sharing('sqlite', [API_TESTS], { ...ON_SQLITE, ...BUILT }),
    ...(leaveOutMysql
      ? []
      : [
          sharing('mysql', [API_TESTS, COMMANDS_ON_DATABASES, HOSTILE_ON_DATABASES, BENCH], {
            globals: {
              databaseKind: 'mysql',
              variables: 'TEST_DATABASE',
              server,
              noServer: NO_SERVER,
            },
            testPathIgnorePatterns: pathsOf(WITHOUT_DATABASE),
            globalSetup: '<rootDir>/test/support/databases/start-server.ts',
            globalTeardown: '<rootDir>/test/support/databases/stop-server.ts',
          }),
        ]),
    ...(otherServer
      ? [
          sharing('other-server', ON_BOTH_SERVERS, {
            globals: {
              databaseKind: 'mysql',
              variables: 'TEST_OTHER_DATABASE',
              server: otherServer,
            },
            globalSetup: '<rootDir>/test/support/databases/start-other-server.ts',
            globalTeardown: '<rootDir>/test/support/databases/stop-other-server.ts',
          }),
        ]
      : []),
    ...(leaveOutCluster
      ? []
      : [
          sharing('cluster', ON_CLUSTER, {
            globals: {
              databaseKind: 'mysql',
              isCluster: true,
              server,
              galera,
              noGalera: NO_GALERA,
            },
            testPathIgnorePatterns: pathsOf(WITHOUT_DATABASE),
            globalSetup: '<rootDir>/test/support/databases/start-cluster.ts',
            globalTeardown: '<rootDir>/test/support/databases/stop-cluster.ts',
            // A commit takes three servers, and whoever loses a race begins anew for a few seconds.
            runner: '<rootDir>/test/support/serial-runner.mjs',
          }),
        ]),
    sharing('cli', [COMMANDS], { ...ON_SQLITE, ...BUILT }),
    project('package', ['<rootDir>/test/package/**/*.test.ts'], BUILT),
    project('generators', ['<rootDir>/test/generators/**/*.test.ts'], { ...ON_SQLITE, ...BUILT }),
    sharing('outsiders', ['<rootDir>/test/outsiders/**/*.test.ts'], {
      globals: {
        databaseKind: 'sqlite',
        tzdata,
        noTzdata: NO_TZDATA,
        noReaders: NO_READERS,
        khal,
        noKhal: NO_KHAL,
        vdirsyncer,
        noVdirsyncer: NO_VDIRSYNCER,
        feedParser,
        noFeedParser: NO_FEED_PARSER,
      },
    }),
    sharing('hostile', ['<rootDir>/test/hostile/**/*.test.ts'], ON_SQLITE),
    ...(leaveOutBrowser
      ? []
      : [
          sharing('browser', ['<rootDir>/test/browser/**/*.test.ts'], {
            globals: { databaseKind: 'sqlite', chromium },
            globalSetup: '<rootDir>/test/support/browser/require-chromium.mjs',
          }),
        ]),
    sharing('faults', UNDER_LOAD, ON_FAULTY),
    sharing('faults', ['<rootDir>/test/faults/**/*.test.ts'], {
      ...ON_FAULTY,
      testPathIgnorePatterns: pathsOf(UNDER_LOAD),
      runner: '<rootDir>/test/support/serial-runner.mjs',
    }),
  ],
  // While one test waits for the database, another one runs.
  maxWorkers: availableParallelism() + 1,
  testSequencer: '<rootDir>/test/support/long-first.mjs',
  // Of a test that starts programs, on a machine with other work.
  testTimeout: 60_000,
  reporters: [
    'default',
    ['<rootDir>/test/support/left-out.mjs', { sentences: leftOut }],
    [
      '<rootDir>/test/support/databases/reporter.mjs',
      leaveOutMysql && isSelected('mysql') ? { missing: NO_SERVER } : {},
    ],
  ],
};
