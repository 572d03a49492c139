import { API_TESTS } from './api-tests.mjs';
import { hasServer } from './programs.mjs';
import { serviceProject } from './project.mjs';

/** The longest tests that any database passes alike: on SQLite only where there is no server. */
const LONG = ['webhook-deliveries', 'zone-rules'].map((name) => `/test/api/${name}.test.ts$`);

export default serviceProject('sqlite', [API_TESTS], {
  testPathIgnorePatterns: ['/node_modules/', ...(hasServer ? LONG : [])],
});
