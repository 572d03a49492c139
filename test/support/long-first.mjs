import { createRequire } from 'node:module';

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** The slowest test files, the slowest first. Files that are missing here only start later. */
const LONG = [
  'cli/logs',
  'generators/new-resource',
  'cli/shutdown',
  'outsiders/linters',
  'browser/docs',
  'hostile/requests',
  'hostile/databases/cache',
  'hostile/databases/changes-mirror',
  'browser/accessibility',
  'cli/database-files',
  'faults/fuzz',
  'faults/changes',
  'faults/killed-service',
  'faults/killed-writer',
  'faults/killed-database',
  'faults/verify',
  'generators/release',
  'api/oidc',
  'cli/start',
  'cli/databases/migration',
  'cli/databases/traces',
  'cli/traces',
  'api/clocks',
  'api/access',
  'cli/start-dev',
  'api/events-password',
  'hostile/databases/database-gone',
  'hostile/expressions',
  'cli/standard-output',
  'cli/modules',
  'package/outside-module',
  'generators/clients',
  'hostile/databases/events-pairs',
  'api/conditional',
  'api/changes-order',
  'hostile/databases/event-passwords',
  'hostile/databases/guesses',
  'hostile/connections',
  'hostile/texts',
  'api/lists',
  'api/venues',
  'api/organizers',
  'api/traffic',
  'api/credentials',
  'contract/translations-language',
  'contract/openapi-inputs',
  'contract/openapi',
].map((name) => `/test/${name}.test.ts`);

/** Starts slow files first, so that all workers are busy until the end. */
export default class LongFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    // Jest knows the durations of earlier runs.
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ path }) {
  const place = LONG.findIndex((name) => path.endsWith(name));
  return place === -1 ? LONG.length : place;
}
