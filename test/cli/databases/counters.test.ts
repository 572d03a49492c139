import { Database } from '../../../src/platform/storage/database';
import { startApp } from '../../support/app';
import type { Outcome } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';
import { setUpEachTest } from './set-up';

/** Several programs are started, one after the other. */
const TIMEOUT_MILLISECONDS = 240_000;

describe('The counters of events', () => {
  const given = setUpEachTest();

  const settings = (): Record<string, string> => ({ DATABASE_URL: given.database.url });
  const counters = (command: string): Promise<Outcome> =>
    runInProcess(given.workplace.folder, ['counters', command], settings());

  it(
    'are compared with the events and corrected by commands',
    async () => {
      const app = await startApp(settings());
      const tag = await app.createTag();
      for (const day of ['01', '02', '02'])
        await app.createEvent({
          start_date: `2027-05-${day} 10:00:00`,
          end_date: `2027-05-${day} 11:00:00`,
          timezone: 'UTC',
          tags: [tag.id],
        });
      await app.nest.get(Database).transaction(async ({ manager }) => {
        await manager.query("DELETE FROM listed_counts WHERE period = '2027-05-01'");
        await manager.query("UPDATE listed_counts SET count = 9 WHERE list = 'event_tags'");
        await manager.query('UPDATE tag_counts SET count = 1');
      });
      await app.close();

      const found = await counters('check');
      expect(found).toMatchObject({ code: 1, stderr: '' });
      for (const line of [
        ['events', '-', '2027-05-01', '0', '1'],
        ['event_tags', String(tag.id), '2027-05', '9', '3'],
        ['tag_counts', String(tag.id), '-', '1', '3'],
      ])
        expect(found.stdout).toContain(`${line.join('\t')}\n`);
      expect(found.stdout).toMatch(/^3 counters differ from the stored events$/m);

      const corrected = await counters('rebuild');
      expect(corrected).toMatchObject({ code: 0, stderr: '', stdout: '3 counters corrected\n' });
      const left = await counters('check');
      expect(left).toMatchObject({ code: 0, stderr: '' });
      expect(left.stdout).toMatch(/^0 counters differ/);
    },
    TIMEOUT_MILLISECONDS,
  );
});
