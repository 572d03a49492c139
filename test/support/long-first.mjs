import { createRequire } from 'node:module';

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** The slowest test files, the slowest first. Files that are missing here only start later. */
const LONG = [
  'generators/new-resource',
  'generators/client-commands',
  'faults/fuzz',
  'cli/start-dev',
  'outsiders/linters',
  'browser/accessibility',
  'browser/docs',
  'faults/webhooks',
  'faults/changes',
  'cli/start',
  'api/clocks',
  'faults/killed-service',
  'package/outside-module',
  'hostile/databases/cache',
  'cli/logs',
  'cli/standard-output',
  'cli/modules',
  'generators/release',
  'hostile/databases/killed-upgrade',
  'hostile/databases/events-pairs',
  'faults/killed-writer',
  'cli/databases/migration',
  'cli/database-files',
  'cli/traces',
  'generators/clients',
  'api/webhook-deliveries',
  'hostile/databases/database-gone',
  'hostile/requests',
  'hostile/expressions',
  'hostile/texts',
  'hostile/databases/changes-mirror',
  'faults/killed-database',
  'faults/verify',
  'cli/shutdown',
  'hostile/connections',
  'cli/databases/dates',
  'hostile/databases/fuzz',
  'hostile/databases/event-passwords',
  'hostile/databases/counts',
  'api/oidc',
  'api/access',
  'api/feeds',
  'api/events-password',
  'api/conditional',
  'api/changes-feed',
  'api/changes-order',
  'api/zone-rules',
  'api/organizers',
  'contract/openapi-inputs',
  'api/events-write',
  'api/venues',
  'api/lists',
  'contract/translations-language',
  'api/outside-links',
  'contract/openapi',
  'api/overload',
  'api/categories',
  'api/events-plans',
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
