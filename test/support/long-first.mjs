import { createRequire } from 'node:module';

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** The files that take longest, with the longest first. What is missing here only begins later. */
const LONG = [
  'browser/docs',
  'cli/logs',
  'cli/shutdown',
  'generators/clients',
  'generators/new-resource',
  'hostile/databases/database-gone',
  'hostile/requests',
  'hostile/connections',
  'hostile/expressions',
  'hostile/texts',
  'browser/accessibility',
  'cli/start',
  'cli/start-dev',
  'package/outside-module',
  'api/access',
  'api/events-password',
  'api/conditional',
  'api/oidc',
  'api/guesses',
  'contract/translations-language',
  'contract/openapi-inputs',
].map((name) => `/test/${name}.test.ts`);

/** At the end all workers should have something to do: a long file must not begin as the last one. */
export default class LongFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    // Jest knows better, from earlier runs.
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ path }) {
  const place = LONG.findIndex((name) => path.endsWith(name));
  return place === -1 ? LONG.length : place;
}
