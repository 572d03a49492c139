export const API_TESTS = '<rootDir>/test/api/**/*.test.ts';

/** Independent of the database: run on SQLite only. */
export const WITHOUT_DATABASE = [
  'access',
  'addresses',
  'bodies',
  'compression',
  'credentials',
  'cross-origin',
  'encodings',
  'errors',
  // test/hostile/databases/event-passwords.test.ts tests more statuses.
  'events-password',
  'failed-logins',
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
