/** The tests of the interface, which run on every database. */
export const API_TESTS = '<rootDir>/test/api/**/*.test.ts';

/** What no database has a part in: SQLite is enough. */
export const WITHOUT_DATABASE = [
  'access',
  'addresses',
  'bodies',
  'compression',
  'credentials',
  'cross-origin',
  'encodings',
  'errors',
  // Its lists of protected events, with more statuses: test/hostile/databases/event-passwords.test.ts.
  'events-password',
  'feeds',
  'feeds-maps-news',
  'field-errors',
  'hosts',
  'input',
  'json-ld',
  'method-override',
  'oidc',
  'outside-modules',
  'preferences',
  'request-id',
  'root',
  'series-access',
  'series-calendar',
  'series-json-ld',
  'traffic',
  'vendor-addresses',
].map((name) => `/test/api/${name}.test.ts$`);
