import { join } from 'node:path';
import { readers } from './programs.mjs';

const rootDir = join(import.meta.dirname, '../..');

// Read by the SQLite driver when it is loaded, before any test could set it.
process.env.TOKIO_WORKER_THREADS ??= '8';

// Published as ES modules only, which Jest cannot load: they are compiled like the sources.
const ES_MODULES = [
  ...['@nestjs/', 'jose/', 'request-filtering-agent/'],
  'temporal-(polyfill|utils|spec)/',
];

/**
 * A Jest project whose test files load all modules by Jest.
 *
 * @param globals what its tests read from `globalThis`
 */
export const project = (displayName, testMatch, { globals, ...options } = {}) => ({
  displayName,
  rootDir,
  testMatch,
  globals: { databaseKind: 'sqlite', readers, ...globals },
  transform: { '\\.m?[tj]s$': '@swc/jest' },
  transformIgnorePatterns: [`/node_modules/(?!${ES_MODULES.join('|')})`],
  ...options,
});

/** Jest's global setup of projects that start programs of the service. */
export const BUILT = { globalSetup: '<rootDir>/test/support/build.ts' };

// Packages that tests import, and that are slow to load or compare by identity.
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

/** As the beginning of a regular expression. */
const ROOT = rootDir.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A Jest project whose test files share the built service, which is loaded once per worker. */
export const serviceProject = (displayName, testMatch, options) =>
  project(displayName, testMatch, {
    ...BUILT,
    testEnvironment: '<rootDir>/test/support/service-environment/environment.mjs',
    setupFilesAfterEnv: ['<rootDir>/test/support/icalendar/check-seen-calendars.ts'],
    transform: {
      [`^${ROOT}/src/.+(?<!\\.spec)\\.(ts|mjs)$|/node_modules/`]:
        '<rootDir>/test/support/service-environment/transform.mjs',
      '\\.ts$': '@swc/jest',
    },
    // Not Jest's own packages: it loads runners of two projects at the same time, and may fail if one is compiled.
    transformIgnorePatterns: [`/node_modules/(?!${SHARED_PACKAGES.join('|')})`],
    ...options,
  });
