import { hasServer } from './programs.mjs';
import { serviceProject } from './project.mjs';

/** The longest of those that run on any database: on SQLite only where there is no server. */
const LONG = ['cache', 'events-pairs', 'events-wide'].map(
  (name) => `/test/hostile/databases/${name}.test.ts$`,
);

export default serviceProject('hostile', ['<rootDir>/test/hostile/**/*.test.ts'], {
  testPathIgnorePatterns: ['/node_modules/', ...(hasServer ? LONG : [])],
});
