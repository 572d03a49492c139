import { Database } from '../../../src/platform/database';
import { startApp } from '../../support/app';
import type { Outcome } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';
import { setUpEachTest } from './set-up';

/** Some years ahead, whenever the tests run. */
const YEAR = new Date().getUTCFullYear() + 1;

/** Several programs are started, one after the other. */
const TIMEOUT_MILLISECONDS = 120_000;

describe('The series', () => {
  const given = setUpEachTest();

  it(
    'are extended, compared with their events and corrected by commands',
    async () => {
      const settings = { DATABASE_URL: given.database.url };
      const series = (...command: string[]): Promise<Outcome> =>
        runInProcess(given.workplace.folder, ['series', ...command], settings);
      const app = await startApp(settings);
      const daily = { start_date: `${YEAR}-02-01 20:00`, end_date: `${YEAR}-02-01 22:00` };
      const { id } = await app.create('/series', {
        title: 'Jazz',
        timezone: 'UTC',
        ...daily,
        rrule: 'FREQ=DAILY;COUNT=7',
      });
      await app.create('/series', { title: 'Endless', ...daily, rrule: 'FREQ=MONTHLY' });
      expect(await series('check')).toEqual({
        code: 0,
        stdout: '0 differences between series and events\n',
        stderr: '',
      });

      const slot = (day: string): string => `${YEAR}-02-${day} 20:00:00`;
      const change = (sql: string, ...values: unknown[]): Promise<unknown> =>
        app.nest.get(Database).transaction(({ manager }) => manager.query<unknown>(sql, values));
      const ofSlot = 'WHERE recurrence_id = ? AND series = ?';
      await change(`DELETE FROM events ${ofSlot}`, slot('02'), id);
      await change(`UPDATE events SET recurrence_id = ? ${ofSlot}`, slot('13'), slot('03'), id);
      const later = "UPDATE events SET end_date = REPLACE(end_date, '22:', '23:')";
      await change(`${later} ${ofSlot}`, slot('04'), id);
      const found = await series('check');
      expect(found).toMatchObject({ code: 1, stderr: '' });
      for (const problem of [
        `${slot('02')}\t-\tmissing event`,
        `${slot('03')}\t-\tmissing event`,
        `${slot('13')}\t\\d+\tno such slot`,
        `${slot('04')}\t\\d+\twrong times`,
      ])
        expect(found.stdout).toMatch(new RegExp(`^${id}\tJazz\t${problem}$`, 'm'));
      expect(found.stdout).toMatch(/^4 differences between series and events$/m);

      const mended = await series('check', '--mend');
      expect(mended).toMatchObject({ code: 0, stderr: '' });
      expect(mended.stdout).toMatch(/^4 differences between series and events corrected$/m);
      expect(await series('check')).toMatchObject({ code: 0 });
      const window = { start_date: `${YEAR}-02-01`, end_date: `${YEAR}-02-28`, series: id };
      const events = await app.list('/events', window);
      expect(events.map(({ end_date }) => end_date)).toEqual(
        ['01', '02', '03', '04', '05', '06', '07'].map((day) => `${YEAR}-02-${day} 22:00:00`),
      );

      const day = `${YEAR}-06-30`;
      await change('DELETE FROM events WHERE series <> ? AND recurrence_id > ?', id, day);
      await change('UPDATE series SET occurrences_until = ? WHERE id <> ?', day, id);
      expect(await series('check')).toMatchObject({ code: 0 });
      const extended = await series('extend');
      expect(extended).toMatchObject({ code: 0, stderr: '' });
      expect(extended.stdout).toMatch(/^[1-9]\d* events created, 0 series behind$/m);
      await app.close();
    },
    TIMEOUT_MILLISECONDS,
  );
});
