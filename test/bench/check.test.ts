import { createTestDatabase, type TestDatabase } from '../support/databases';
import { Workplace } from '../support/processes';

/** Programs start slowly while many tests run. */
const START_MILLISECONDS = 90_000;

describe('The bare server of the benchmark', () => {
  let workplace: Workplace;
  let database: TestDatabase;

  beforeAll(async () => {
    workplace = await Workplace.create();
    database = await createTestDatabase();
    const seed = ['seed', '--events', '60', '--past', '0', '--ahead', '729'];
    const seeded = await workplace.run(seed, { DATABASE_URL: database.url });
    expect(seeded).toMatchObject({ code: 0, stderr: '' });
  }, START_MILLISECONDS);
  afterAll(async () => {
    await workplace.remove();
    await database.drop();
  });

  it(
    'answers lists, events and a creation like the service',
    async () => {
      const checked = await workplace.run([database.url], {}, 'bench/check.mjs');
      expect(checked).toMatchObject({ code: 0, stderr: '' });
    },
    START_MILLISECONDS,
  );
});
