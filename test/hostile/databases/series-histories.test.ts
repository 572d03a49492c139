import { setTimeout as sleep } from 'node:timers/promises';
import { SeriesCheck } from '../../../src/calendar/events/series/series-check';
import { Random } from '../../../src/cli/seed/random';
import { Database } from '../../../src/platform/database';
import { startApp, type TestApp } from '../../support/app';
import { Mirror } from '../../../examples/recipes/mirror';
import { listed, mirrored } from '../../support/mirror';
import { Workplace } from '../../support/processes';
import { SeriesHistory } from '../../support/series/history';
import { wrongCounts } from '../../support/wrong-counts';

/** HISTORIES sets the number of histories, HISTORY_SEED the seed of the first one. */
const HISTORIES = Number(process.env.HISTORIES ?? 1);
const SEED = Number(process.env.HISTORY_SEED ?? 31);
const STEPS = 30;
const WRITERS = 3;
const RACES = 5;

const SETTINGS = {
  PUBLIC_URL: 'https://calendar.example',
  LOG_LEVEL: 'silent',
  SERIES_MONTHS: '1',
};

describe('Series after random writes', () => {
  const seeds = Array.from({ length: HISTORIES }, (_, index) => SEED + index);

  it.each(seeds)('keep what the contract says (%d)', (seed) => history(seed), 120_000);
});

async function history(seed: number): Promise<void> {
  const first = await startApp(SETTINGS);
  const settings = { ...SETTINGS, DATABASE_URL: first.databaseUrl };
  const second = await startApp(settings);
  const reader = await startApp({ ...settings, ACCESS: 'protected' });
  const workplace = await Workplace.create();
  const random = new Random(seed);
  const series = new SeriesHistory([first, second], random);
  try {
    await series.fill();
    const mirror = new Mirror(reader.url);
    for (let step = 0; step < STEPS; step++) await series.step();
    await mirror.synchronise();

    const before = await series.snapshot();
    // Its horizon is later than that of the others, so that it has work at its start.
    const killed = workplace.serve({ ...settings, SERIES_MONTHS: '12' }).then(async (service) => {
      await sleep(random.between(0, 100));
      await service.end('SIGKILL');
    });
    await Promise.all([killed, ...Array.from({ length: WRITERS }, () => series.race(RACES))]);
    series.checkIdentity(before, await series.snapshot());

    await series.endLease();
    await series.extend();
    await expectConsistency(first);
    await mirror.synchronise();
    expect(mirrored(mirror)).toEqual(await listed(reader));
    expect(series.accepted).toBeGreaterThan(STEPS / 3);
    expect(series.raced).toBeGreaterThan((WRITERS * RACES) / 3);
  } catch (error) {
    throw new Error(`seed ${seed}:\n${series.writes.join('\n')}`, { cause: error });
  } finally {
    jest.useRealTimers();
    await workplace.remove();
    for (const { nest } of [reader, second]) await nest.close();
    await first.close();
  }
}

async function expectConsistency(app: TestApp): Promise<void> {
  const found: unknown[] = [];
  await app.nest.get(SeriesCheck).run(false, (differences) => found.push(...differences));
  found.push(...(await wrongCounts(app.nest.get(Database))));
  expect(found).toEqual([]);
  const query = { start_date: '2000-01-01', end_date: '2200-01-01', in_series: true, per_page: 50 };
  let walked = 0;
  for (let page = 1; ; page++) {
    const { body } = await app.get<{ events: unknown[]; total: number; total_pages: number }>(
      '/events',
      { ...query, page },
    );
    walked += body.events.length;
    if (page < body.total_pages) continue;
    expect(walked).toBe(body.total);
    return;
  }
}
