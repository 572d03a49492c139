import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { Command } from 'nest-commander';
import { SeriesService } from '../calendar/events/series/series.service';
import { type Settings } from '../platform/config';
import { assertUnused, sqliteFile } from '../platform/database';
import { serve } from '../serve';
import { CalendarCommand } from './calendar';
import { explained } from './command-error';
import { demoSeries } from './seed/demo-series';
import { startOfToday } from './seed/programme';
import { DemoPicturesModule, pictureOf } from './seed/demo-pictures';
import { SeedModule } from './seed/seed.module';
import { Seeder } from './seed/seeder';

/** The demo must never write to the configured database. */
const DATABASE_URL = 'sqlite:./data/demo.sqlite';
const FILE = sqliteFile(DATABASE_URL);

const EVENTS = 400;
const PAST_DAYS = 60;
const AHEAD_DAYS = 180;

@Command({
  name: 'demo',
  description: `Serves a calendar of ${EVENTS} generated events around today and some series, in a new database`,
})
export class DemoCommand extends CalendarCommand {
  async run(): Promise<void> {
    const calendar = this.calendar.with({ DATABASE_URL, EDITOR: 'on' });
    const { settings, modules } = calendar;
    await explained(settings, () => assertFree(settings));
    if (existsSync(FILE)) await explained(settings, () => replaceOldDemo());
    await calendar.run(SeedModule, async (service) => {
      const context = calendar.operator(service);
      const today = startOfToday();
      await service.get(Seeder).run(
        {
          events: EVENTS,
          seed: 1,
          today,
          past: PAST_DAYS,
          ahead: AHEAD_DAYS,
          imageOf: (category) => pictureOf(category, settings),
        },
        context,
      );
      for (const series of demoSeries(today, context.rules))
        await service.get(SeriesService).create(series, {}, context);
    });
    await explained(settings, () =>
      serve(settings.with({ followsTexts: true }), { modules: [...modules, DemoPicturesModule] }),
    );
  }
}

/** Called before the data of an earlier demo is deleted. */
function assertFree({ port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** @throws an error with the code SQLITE_BUSY while another demo uses the file */
async function replaceOldDemo(): Promise<void> {
  await assertUnused(FILE);
  process.stdout.write(
    `Replaces   ${FILE}: events that were added to an earlier demo are deleted\n`,
  );
  for (const ending of ['', '-shm', '-wal']) rmSync(FILE + ending, { force: true });
}
