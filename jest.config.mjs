import { findChromium, NO_CHROMIUM } from './test/support/browser/find-chromium.mjs';
import { findGalera, NO_GALERA } from './test/support/databases/find-galera.mjs';
import { findServer, NO_SERVER, NO_SERVER_OF_OURS } from './test/support/databases/find-server.mjs';

// Nest 12 is published as ES modules only, which Jest cannot load: they are compiled like the sources.
const ES_MODULES = ['@nestjs/', 'jose/', 'temporal-(polyfill|utils|spec)/'];

// As the service has it; what tests set of process.env is a copy that native code does not see.
process.env.TOKIO_WORKER_THREADS ??= '8';

const compile = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
      },
      target: 'es2023',
    },
    module: { type: 'commonjs' },
  },
];

const project = (displayName, testMatch, options = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  transform: { '^.+\\.(t|j)s$': compile },
  transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES.join('|')})`],
  ...options,
});

const API_TESTS = ['<rootDir>/test/api/**/*.test.ts'];

// Where everything must be tested, all projects stay in and their set-up says what is missing.
const testsAll = process.env.CI === 'true';
const server = findServer();
const hasServer = Boolean(process.env.TEST_DATABASE_URL || server);
const leaveOutMysql = !hasServer && !testsAll;
const chromium = findChromium();
const leaveOutBrowser = !chromium && !testsAll;
const galera = findGalera();

const leftOut = [
  ...(leaveOutBrowser ? [`The pages are NOT tested in a browser: ${NO_CHROMIUM}`] : []),
  ...(server || testsAll ? [] : [`MariaDB is NOT tested under faults: ${NO_SERVER_OF_OURS}`]),
  ...(galera || testsAll ? [] : [`A cluster is NOT tested under faults: ${NO_GALERA}`]),
];

/** @type {import('jest').Config} */
export default {
  projects: [
    project('unit', ['<rootDir>/src/**/*.spec.ts']),
    project('contract', ['<rootDir>/test/contract/**/*.test.ts'], {
      globals: { databaseKind: 'sqlite' },
    }),
    project('cli', ['<rootDir>/test/cli/**/*.test.ts']),
    project('sqlite', API_TESTS, { globals: { databaseKind: 'sqlite' } }),
    ...(leaveOutMysql
      ? []
      : [
          project('mysql', API_TESTS, {
            globals: { databaseKind: 'mysql', server, noServer: NO_SERVER },
            globalSetup: '<rootDir>/test/support/databases/start-server.ts',
            globalTeardown: '<rootDir>/test/support/databases/stop-server.ts',
          }),
        ]),
    ...(leaveOutBrowser
      ? []
      : [
          project('browser', ['<rootDir>/test/browser/**/*.test.ts'], {
            globals: { databaseKind: 'sqlite', chromium },
            globalSetup: '<rootDir>/test/support/browser/require-chromium.mjs',
          }),
        ]),
    project('faults', ['<rootDir>/test/faults/**/*.test.ts'], {
      globals: { server, galera, noServer: NO_SERVER_OF_OURS, noGalera: NO_GALERA },
      // What is measured is the service, not how it shares the machine with other tests.
      runner: '<rootDir>/test/support/serial-runner.mjs',
    }),
  ],
  maxWorkers: '100%',
  testTimeout: 30_000,
  reporters: [
    'default',
    ['<rootDir>/test/support/left-out.mjs', { sentences: leftOut }],
    ['<rootDir>/test/support/databases/reporter.mjs', leaveOutMysql ? { missing: NO_SERVER } : {}],
  ],
};
