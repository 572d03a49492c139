import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build, BUILD_MILLISECONDS } from '../support/processes';

/** Prints how large the space for new objects is under load, and under load again after some idle seconds; MB. */
const SCRIPT = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const { setTimeout: sleep } = require('node:timers/promises');
  const { keepHeapSmall, letNewSpaceGrow } = require('./dist/heap.js');
  const size = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
  const load = async () => {
    const kept = [];
    for (let n = 0; n < 150; n++) {
      for (let made = 0; made < 20_000; made++) kept.push({ made, parts: [made] });
      if (kept.length > 200_000) kept.length = 0;
      await sleep(0);
    }
    return size();
  };
  (async () => {
    keepHeapSmall();
    letNewSpaceGrow();
    const loaded = await load();
    for (let n = 0; n < 60 && size() === loaded; n++) await sleep(500);
    process.stdout.write(JSON.stringify([loaded, await load()]));
  })();`;

describe('The space for new objects', () => {
  beforeAll(build, BUILD_MILLISECONDS);

  it('grows under load again, after V8 has made it small', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', SCRIPT]);
    const [loaded, again] = JSON.parse(stdout) as number[];
    expect(loaded).toBeGreaterThanOrEqual(16);
    expect(again).toBeGreaterThanOrEqual(16);
  });
});
