import { setImmediate } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'typeorm';
import { Event } from '../../../src/calendar/events/event.entity';
import type { ZoneRules } from '../../../src/platform/dates';
import { Database } from '../../../src/platform/database';
import { startApp } from '../../support/app';
import type { Outcome } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';
import { NEWER_RULES, OLDER_RULES } from '../../support/zones/other-rules';
import { setUpEachTest } from './set-up';

/** A winter in the future, whenever the tests run. */
const YEAR = new Date().getUTCFullYear() + 1;

/** Several programs are started, one after the other. */
const TIMEOUT_MILLISECONDS = 120_000;

describe('The dates of events', () => {
  const given = setUpEachTest();

  const settings = (): Record<string, string> => ({ DATABASE_URL: given.database.url });
  const dates = (command: string): Promise<Outcome> =>
    runInProcess(given.workplace.folder, ['dates', command], settings());

  /** @returns the ids of events in a Vancouver winter */
  async function write(titles: readonly string[], rules: ZoneRules): Promise<number[]> {
    const app = await startApp(settings(), { rules });
    const ids: number[] = [];
    for (const title of titles) {
      const { id } = await app.createEvent({
        title,
        timezone: 'America/Vancouver',
        start_date: `${YEAR}-12-15 20:00`,
        end_date: `${YEAR}-12-15 23:00`,
      });
      ids.push(id);
    }
    await app.createEvent({
      title: 'Summer',
      timezone: 'America/Vancouver',
      start_date: `${YEAR}-07-01`,
      end_date: `${YEAR}-07-02`,
    });
    await app.close();
    return ids;
  }

  it(
    'are compared with the time zone rules and corrected by commands',
    async () => {
      const [id] = await write(['Winter'], OLDER_RULES);
      const line = (...cells: string[]): string =>
        `${[String(id), 'Winter', ...cells].join('\t')}\n`;
      const found = await dates('check');
      expect(found).toMatchObject({ code: 1, stderr: '' });
      expect(found.stdout).toContain(
        line(
          ...['start', `${YEAR}-12-15 20:00:00 America/Vancouver`],
          ...[`${YEAR}-12-16 04:00:00`, `${YEAR}-12-16 03:00:00`],
        ),
      );
      expect(found.stdout).toContain(
        line(
          ...['end', `${YEAR}-12-15 23:00:00 America/Vancouver`],
          ...[`${YEAR}-12-16 07:00:00`, `${YEAR}-12-16 06:00:00`],
        ),
      );
      expect(found.stdout).toMatch(/^1 of 2 upcoming events differ from time zone rules \w+$/m);

      const corrected = await dates('recompute');
      expect(corrected).toMatchObject({ code: 0, stderr: '' });
      expect(corrected.stdout).toMatch(
        /^1 of 2 upcoming events recalculated with time zone rules \w+$/m,
      );
      const left = await dates('check');
      expect(left).toMatchObject({ code: 0, stderr: '' });
      expect(left.stdout).toMatch(/^0 of 2 upcoming events differ/);
    },
    TIMEOUT_MILLISECONDS,
  );

  it('of the trash are corrected, and not listed', async () => {
    const [id] = await write(['Winter'], OLDER_RULES);
    const app = await startApp(settings(), { rules: OLDER_RULES });
    await app.delete(`/events/${id}`);
    await app.close();
    const listed = await dates('check');
    expect(listed.code).toBe(0);
    expect(listed.stdout).toMatch(/^0 of 1 upcoming events differ/);
    expect((await dates('recompute')).stdout).toMatch(/^1 of 2 upcoming events recalculated/);
  });

  it(
    'are not changed by a program with older time zone rules, which reports it',
    async () => {
      await write(['Winter'], NEWER_RULES);
      for (const command of ['check', 'recompute']) {
        const { code, stdout, stderr } = await dates(command);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toMatch(
          /calculated with time zone rules 2999z, but this program has \w+\. Run/,
        );
      }
      const service = await given.workplace.serve(settings());
      const { stdout } = await service.end('SIGTERM');
      expect(stdout).toMatch(/"level":"warn".*calculated with the time zone rules 2999z/);
      const app = await startApp(settings());
      expect(await app.list('/events', { search: 'Winter', start_date: `${YEAR}-12-01` })).toEqual([
        expect.objectContaining({ utc_start_date: `${YEAR}-12-16 04:00:00` }),
      ]);
      await app.close();
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'are all corrected by the next start after the correction was killed',
    async () => {
      const titles = Array.from({ length: 120 }, (_, index) => `Event ${index}`);
      await write(titles, OLDER_RULES);
      const watching = await startApp(settings(), { rules: OLDER_RULES });
      const events = (): SelectQueryBuilder<Event> =>
        watching.nest.get(Database).select(Event, 'event');
      const service = await given.workplace.serve(settings());
      while (!(await events().where({ version: 2 }).getExists())) await setImmediate();
      // Most likely, some events are updated by now and others are not.
      await service.end('SIGKILL');
      const next = await startApp(settings());
      const winter = await events()
        .where('event.start_date LIKE :day', { day: '%-12-15%' })
        .getMany();
      expect(
        winter.map(({ title, version, start_utc }) => [title, version, start_utc.toISOString()]),
      ).toEqual(titles.map((title) => [title, 2, `${YEAR}-12-16T03:00:00.000Z`]));
      await next.close();
      await watching.close();
    },
    TIMEOUT_MILLISECONDS,
  );
});
