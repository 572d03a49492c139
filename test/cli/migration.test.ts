import { createTestDatabase, type TestDatabase } from '../support/databases';
import { build, BUILD_MILLISECONDS, Workplace } from '../support/processes';

describe('Migrations by hand', () => {
  let workplace: Workplace;
  let database: TestDatabase;

  beforeAll(build, BUILD_MILLISECONDS);
  beforeEach(async () => {
    workplace = await Workplace.create();
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await workplace.remove();
    await database.drop();
  });

  const migration = async (action: string): Promise<string[]> => {
    const { code, stdout, stderr } = await workplace.run(['migration', action], {
      DATABASE_URL: database.url,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.trim().split('\n');
  };

  it('go up, all the way down, and up again', async () => {
    const pending = await migration('show');
    expect(pending.every((line) => line.startsWith('pending '))).toBe(true);
    const names = pending.map((line) => line.replace(/^pending +/, ''));
    expect(await migration('run')).toEqual(names.map((name) => `run       ${name}`));
    for (const name of [...names].reverse())
      expect(await migration('revert')).toEqual([`reverted  ${name}`]);
    expect(await migration('revert')).toEqual(['Nothing to revert.']);
    expect(await migration('show')).toEqual(pending);
    expect(await migration('run')).toHaveLength(names.length);
    expect(await migration('run')).toEqual(['Nothing to run.']);
  }, 120_000);

  it('are run once by four instances that start at the same time', async () => {
    const ran = await Promise.all(Array.from({ length: 4 }, () => migration('run')));
    const [first, ...others] = ran.sort((a, b) => b.length - a.length);
    expect(first.length).toBeGreaterThan(1);
    expect(others).toEqual(Array.from({ length: 3 }, () => ['Nothing to run.']));
  }, 60_000);
});
