import { startApp, type TestApp } from '../support/app';

/** Path → number of records, and length of their texts. */
const TEXTS = { events: { count: 12, length: 99_000 }, venues: { count: 60, length: 19_800 } };
const RUNS = 5;
/** Relative to a search for a short word that is nowhere in the text. */
const TIMES_MAX = 60;

describe('The cost of a search', () => {
  let app: TestApp;
  let longest: number;

  beforeAll(async () => {
    app = await startApp();
    const { events, venues } = TEXTS;
    for (let n = 0; n < events.count; n++)
      await app.createEvent({ description: 'a'.repeat(events.length) });
    for (let n = 0; n < venues.count; n++)
      await app.createVenue({ description: 'a'.repeat(venues.length) });
    const { body } = await app.get<{
      paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
    }>('/doc');
    const { parameters } = Object.entries(body.paths).find(([path]) => path.endsWith('/events'))![1]
      .get;
    const { schema } = parameters.find(({ name }) => name === 'search')!;
    longest = (schema as { maxLength: number }).maxLength;
  });
  afterAll(() => app.close());

  const milliseconds = async (path: string, search: string): Promise<number> => {
    let fastest = Infinity;
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      expect(await app.get(path, { search })).toMatchObject({ status: 200, body: { total: 0 } });
      fastest = Math.min(fastest, performance.now() - start);
    }
    return fastest;
  };

  it.each(['/events', '/venues'])(
    'in %s does not multiply with the length of a word',
    async (path) => {
      const hostile = `${'a'.repeat(longest - 1)}b`;
      expect(await milliseconds(path, hostile)).toBeLessThan(
        TIMES_MAX * (await milliseconds(path, 'ab')),
      );
    },
  );
});
