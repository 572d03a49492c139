import { NO_SERVER } from '../support/databases/find-server.mjs';
import { API_TESTS, WITHOUT_DATABASE } from './api-tests.mjs';
import { server } from './programs.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject(
  'mysql',
  [
    API_TESTS,
    '<rootDir>/test/cli/databases/*.test.ts',
    '<rootDir>/test/hostile/databases/*.test.ts',
    // The bare server supports MySQL and MariaDB only.
    '<rootDir>/test/bench/**/*.test.ts',
  ],
  {
    globals: {
      databaseKind: 'mysql',
      variables: 'TEST_DATABASE',
      server,
      noServer: NO_SERVER,
    },
    testPathIgnorePatterns: ['/node_modules/', ...WITHOUT_DATABASE],
    globalSetup: '<rootDir>/test/support/databases/start-server.ts',
    globalTeardown: '<rootDir>/test/support/databases/stop-server.ts',
  },
);
