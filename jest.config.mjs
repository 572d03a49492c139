import { findChromium, NO_CHROMIUM } from './test/support/browser/find-chromium.mjs';
import { findServer, NO_SERVER } from './test/support/databases/find-server.mjs';

// Nest 12 is published as ES modules only, which Jest cannot load: they are compiled like the sources.
const ES_MODULES = ['@nestjs/', 'jose/', 'temporal-(polyfill|utils|spec)/'];

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

// Where everything must be tested, the project stays in and its set-up says what is missing.
const hasServer = Boolean(process.env.TEST_DATABASE_URL || findServer());
const leaveOutMysql = !hasServer && process.env.CI !== 'true';
const chromium = findChromium();
const leaveOutBrowser = !chromium && process.env.CI !== 'true';

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
            globals: { databaseKind: 'mysql' },
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
  ],
  maxWorkers: '100%',
  testTimeout: 30_000,
  reporters: [
    'default',
    [
      '<rootDir>/test/support/browser/reporter.mjs',
      leaveOutBrowser ? { missing: NO_CHROMIUM } : {},
    ],
    ['<rootDir>/test/support/databases/reporter.mjs', leaveOutMysql ? { missing: NO_SERVER } : {}],
  ],
};
