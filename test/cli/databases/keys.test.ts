import { startApp, type TestApp } from '../../support/app';
import { type Outcome, Workplace } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';

const DAY = 24 * 3600 * 1000;

describe('The commands for keys', () => {
  let workplace: Workplace;
  let app: TestApp;

  beforeAll(async () => {
    workplace = await Workplace.create();
    app = await startApp({ ACCESS: 'protected' });
  });
  afterAll(async () => {
    await app.close();
    await workplace.remove();
  });

  const keys = (...command: string[]): Promise<Outcome> =>
    runInProcess(workplace.folder, ['keys', ...command], {
      DATABASE_URL: app.databaseUrl,
      TIMEZONE: 'Europe/Paris',
    });
  const create = async (name: string, ...more: string[]): Promise<string> => {
    const outcome = await keys('create', '--name', name, '--role', 'editor', ...more);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    return outcome.stdout.trim();
  };
  const listed = async (...names: string[]): Promise<Record<string, string>[]> => {
    const [headings, ...lines] = (await keys('list')).stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    return names.map((name) => {
      const line = lines.find(([first]) => first === name) ?? [];
      return Object.fromEntries(line.map((column, n) => [headings[n], column]));
    });
  };
  const statusWith = async (key: string): Promise<number> =>
    (
      await app.request('GET', '/events?status=draft', {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status;

  it('create a working key, and list it without its secret', async () => {
    const key = await create('importer', '--author', '7');
    const [before] = await listed('importer');
    expect(before).toEqual({
      name: 'importer',
      role: 'editor',
      author: '7',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/) as string,
      expires: 'never',
      'last used': 'never',
    });
    expect(await statusWith(key)).toBe(200);
    let [after] = await listed('importer');
    while (after['last used'] === 'never') [after] = await listed('importer');
    expect(Math.abs(Date.now() - Date.parse(after['last used']))).toBeLessThan(5 * 60_000);
    expect(Object.values(after)).not.toContain(key);
  }, 60_000);

  it('create a key that expires on a date, or after a duration', async () => {
    const key = await create('until', '--expires', '2999-01-01');
    await create('for', '--expires', '90d');
    const [until, while90] = await listed('until', 'for');
    expect(until.expires).toBe('2999-01-01T00:00:00+01:00');
    expect(await statusWith(key)).toBe(200);
    const ahead = Date.parse(while90.expires) - Date.now();
    expect(Math.abs(ahead - 90 * DAY)).toBeLessThan(5 * 60_000);
  }, 60_000);

  it('refuse an expiry in the past', async () => {
    const expired = ['--expires', '2020-01-01'];
    const outcome = await keys('create', '--name', 'a', '--role', 'editor', ...expired);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^--expires must be in the future: a date such as 2027-01-01/);
  });

  it('revoke a key', async () => {
    const key = await create('short');
    expect(await statusWith(key)).toBe(200);
    expect(await keys('revoke', 'short')).toMatchObject({ code: 0 });
    expect(await statusWith(key)).toBe(401);
    expect(await keys('revoke', 'short')).toMatchObject({
      code: 1,
      stderr: 'No key is named short.\n',
    });
  }, 60_000);
});
