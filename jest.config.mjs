import { availableParallelism } from 'node:os';
import { chromium, galera, hasServer, otherServer, testsAll } from './test/projects/programs.mjs';

const PROJECTS = [
  ...['unit', 'contract', 'sqlite'],
  ...(hasServer || testsAll ? ['mysql'] : []),
  ...(otherServer ? ['other-server'] : []),
  ...(galera || testsAll ? ['cluster'] : []),
  ...['cli', 'package', 'generators', 'outsiders', 'hostile'],
  ...(chromium || testsAll ? ['browser'] : []),
  ...['faults', 'faults-alone'],
];

/** @type {import('jest').Config} */
export default {
  projects: PROJECTS.map((name) => `<rootDir>/test/projects/${name}.mjs`),
  // While one test waits for the database, another one runs.
  maxWorkers: availableParallelism() + 1,
  // Of a test that starts programs, on a machine with other work.
  testTimeout: 60_000,
};
