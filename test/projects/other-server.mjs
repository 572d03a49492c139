import { otherServer } from './programs.mjs';
import { serviceProject } from './project.mjs';

/** MySQL and MariaDB may differ in plans, locks, foreign keys, tables and larger statements. */
const ON_BOTH_SERVERS = [
  'api/changed-tables',
  'api/changes-plans',
  'api/counts',
  'api/databases',
  'api/events-links',
  'api/events-plans',
  'api/outside-links',
  'api/sessions',
  'api/slugs',
  'api/translations',
  'hostile/databases/counts',
  'hostile/databases/database-gone',
].map((name) => `<rootDir>/test/${name}.test.ts`);

export default serviceProject('other-server', ON_BOTH_SERVERS, {
  globals: { databaseKind: 'mysql', variables: 'TEST_OTHER_DATABASE', server: otherServer },
  globalSetup: '<rootDir>/test/support/databases/start-other-server.ts',
  globalTeardown: '<rootDir>/test/support/databases/stop-other-server.ts',
});
