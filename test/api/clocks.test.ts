import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiKeys } from '../../src/platform/access';
import type { Answer, CreatedRecord, Fields } from '../support/app';
import { startApp } from '../support/app';
import { Client } from '../support/client';
import { createTestDatabase, databaseKind, type TestDatabase } from '../support/databases';
import { fakeDate } from '../support/fake-date';
import { createKey, TestIssuer } from '../support/issuer';
import { BUILD_MILLISECONDS, type Running, Workplace } from '../support/processes';
import { runInProcess } from '../support/run-in-process';

const DIST = join(__dirname, '../../dist');
/** Starts a program with wrong clocks, through the preloaded script; the program is unchanged. */
const SHIFTED = join(__dirname, '../support/shift-clocks.mjs');

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** The tolerance for machine, database and test; far less than any clock offset. */
const ROOM = 60 * SECOND;

const instantOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);
const textOf = (instant: number): string =>
  new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

interface Health {
  status: string;
  details: { clock: { status: string; skew_seconds: number } };
}

/** An instance in a separate process, whose clocks can be changed while it runs. */
class Instance extends Client {
  private constructor(
    private readonly running: Running,
    private readonly shifts: string,
  ) {
    super(running.printed.Interface);
  }

  static async start(
    workplace: Workplace,
    settings: Record<string, string>,
    date = 0,
  ): Promise<Instance> {
    const shifts = join(workplace.folder, randomUUID());
    writeFileSync(shifts, JSON.stringify({ date }));
    const running = await workplace.serve({ CLOCK_SHIFTS: shifts, ...settings }, [
      SHIFTED,
      join(DIST, 'main.js'),
    ]);
    return new Instance(running, shifts);
  }

  /** Sets the offset of its clocks in milliseconds. */
  set(shifts: { date?: number; steady?: number }): void {
    // Atomic: an instance that reads half of the file would end.
    const written = `${this.shifts}.new`;
    writeFileSync(written, JSON.stringify(shifts));
    renameSync(written, this.shifts);
  }

  async health(): Promise<Health> {
    return (await fetch(new URL('/health/ready', this.url))).json() as Promise<Health>;
  }

  async log(): Promise<string[]> {
    const { stdout } = await this.running.end('SIGTERM');
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return lines
      .map((line) => JSON.parse(line) as { logger?: string; message: string })
      .filter(({ logger }) => logger === 'Clock')
      .map(({ message }) => message);
  }
}

const onMysql = databaseKind === 'mysql' ? describe : describe.skip;
onMysql('Instances whose clocks differ', () => {
  let workplace: Workplace;
  let database: TestDatabase;
  let settings: Record<string, string>;
  let right: Instance;

  beforeAll(async () => {
    workplace = await Workplace.create();
    database = await createTestDatabase();
    settings = { DATABASE_URL: database.url };
    right = await Instance.start(workplace, settings);
  }, BUILD_MILLISECONDS);
  afterAll(async () => {
    await workplace.remove();
    await database.drop();
  });

  const createVenue = (
    instance: Instance,
    fields: Fields,
    headers: Record<string, string> = {},
  ): Promise<Answer<CreatedRecord>> =>
    instance.post('/venues', { venue: 'Hall', ...fields }, { headers });

  /** Compares an instance with one whose clock is right. */
  async function expectAgreement(other: Instance): Promise<void> {
    const before = Date.now();
    const { status, body } = await createVenue(other, {});
    expect({ status, is: body.status }).toEqual({ status: 201, is: 'publish' });
    for (const column of ['date_utc', 'modified_utc'])
      expect(Math.abs(instantOf(String(body[column])) - before)).toBeLessThan(ROOM);

    const item = `/venues/${(await createVenue(right, {})).body.id}`;
    expect((await other.patch(item, { city: 'Bern' })).body).toMatchObject({ status: 'publish' });
    const soon = { date_utc: textOf(before + HOUR) };
    const waiting = `/venues/${(await createVenue(right, soon)).body.id}`;
    await other.get('/venues');
    await other.patch(waiting, { city: 'Bern' });
    expect((await right.get(waiting)).body).toMatchObject({ status: 'future' });
    const past = { date_utc: textOf(before - HOUR) };
    expect((await other.patch(waiting, past)).body).toMatchObject({ status: 'publish' });

    for (const [first, second] of [
      [right, other],
      [other, right],
    ]) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const created = await createVenue(first, {}, headers);
      const again = await createVenue(second, {}, headers);
      expect([again.status, again.body.id]).toEqual([201, created.body.id]);
      const { status: since } = await second.request('GET', `/venues/${created.body.id}`, {
        headers: { 'If-Modified-Since': created.headers.get('last-modified') ?? '' },
      });
      expect(since).toBe(304);
    }

    const windowOf = async ({ url }: Instance): Promise<string[]> => {
      const { rest_url } = (await new Client(url).get<{ rest_url: string }>('/events')).body;
      return [...new URL(rest_url).searchParams].filter(([name]) => name.endsWith('_date')).flat();
    };
    expect(await windowOf(other)).toEqual(await windowOf(right));
  }

  it('behave the same when one is two hours ahead, and log it once', async () => {
    const other = await Instance.start(workplace, settings, 2 * HOUR);
    await expectAgreement(other);
    const { status, details } = await other.health();
    expect({ status, clock: details.clock.status }).toEqual({ status: 'ok', clock: 'up' });
    expect(Math.abs(details.clock.skew_seconds * SECOND - 2 * HOUR)).toBeLessThan(5 * SECOND);
    expect(await other.log()).toEqual([
      expect.stringMatching(/clock of this machine is \d+ seconds ahead of that/),
    ]);
  }, 60_000);

  describe('behave the same when one is two days behind, and', () => {
    let other: Instance;
    beforeAll(async () => {
      other = await Instance.start(workplace, settings, -2 * DAY);
      await expectAgreement(other);
    }, BUILD_MILLISECONDS);

    // Each row changes the clocks of the row before it.
    it.each([
      [
        'its clocks go on after a pause that only one of them has seen',
        { date: -2 * DAY, steady: -2 * DAY },
      ],
      ['all its clocks jump', { date: 0, steady: 0 }],
      ['the clock of its machine is set', { date: -2 * DAY, steady: 0 }],
    ])(
      '%s',
      async (_what, shifts) => {
        other.set(shifts);
        await expectAgreement(other);
      },
      60_000,
    );

    it('log that it is behind', async () => {
      expect((await other.log())[0]).toMatch(/clock of this machine is \d+ seconds behind that/);
    });
  });

  it('accept the same tokens', async () => {
    const signer = await createKey('RS256', 'rsa-1');
    const issuer = await TestIssuer.start(signer);
    const other = await startApp({
      ...settings,
      ACCESS: 'protected',
      OIDC_ISSUER: issuer.address,
      OIDC_AUDIENCE: 'calendar',
    });
    const now = Date.now();
    const statusAfter = async (milliseconds: number): Promise<number> => {
      const exp = Math.floor((now + milliseconds) / SECOND);
      const claims = { iss: issuer.address, aud: 'calendar', sub: 'b7a3', role: 'editor', exp };
      const headers = { Authorization: `Bearer ${await signer.sign(claims)}` };
      return (await other.request('GET', '/events?status=draft', { headers })).status;
    };
    fakeDate(now + 2 * HOUR);
    const statuses = [await statusAfter(HOUR), await statusAfter(-HOUR)];
    jest.useRealTimers();
    await other.close();
    await issuer.stop();
    expect(statuses).toEqual([200, 401]);
  });

  it('give commands the right time too', async () => {
    fakeDate(Date.now() - 2 * DAY);
    const command = ['keys', 'create', '--name=late', '--role=editor'];
    const { code } = await runInProcess(workplace.folder, command, settings);
    jest.useRealTimers();
    expect(code).toBe(0);
    const app = await startApp(settings);
    const [{ created_utc }] = await app.nest.get(ApiKeys).list();
    await app.nest.close();
    expect(Math.abs(created_utc.getTime() - Date.now())).toBeLessThan(ROOM);
  });
});
