import { NO_GALERA } from '../support/databases/find-galera.mjs';
import { API_TESTS, WITHOUT_DATABASE } from './api-tests.mjs';
import { galera, server } from './programs.mjs';
import { serviceProject } from './project.mjs';

const RANDOM_WRITES = ['changes-mirror', 'series-histories'].map(
  (name) => `<rootDir>/test/hostile/databases/${name}.test.ts`,
);

/** The tests that write most, some through several instances: each has a node of its own. */
const ON_CLUSTER =
  process.env.CLUSTER === 'full'
    ? [API_TESTS]
    : ['categories', 'changes', 'conditional', 'events-write', 'idempotency', 'slugs'].map(
        (name) => `<rootDir>/test/api/${name}.test.ts`,
      );

export default serviceProject('cluster', [...ON_CLUSTER, ...RANDOM_WRITES], {
  globals: { databaseKind: 'mysql', isCluster: true, server, galera, noGalera: NO_GALERA },
  testPathIgnorePatterns: ['/node_modules/', ...WITHOUT_DATABASE],
  globalSetup: '<rootDir>/test/support/databases/start-cluster.ts',
  globalTeardown: '<rootDir>/test/support/databases/stop-cluster.ts',
});
