import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build, BUILD_MILLISECONDS } from '../support/processes';

/** From here on the space for new objects counts as large, in MB: the size that `src/heap.ts` lets it grow to. */
const LARGE = 16;

/**
 * Prints how large the space for new objects gets under load, after some idle seconds, and under load
 * again; MB. When V8 changes the size depends on how busy the machine is, so each step ends as soon as
 * the size is as wanted, and gives up after a number of turns.
 */
const SCRIPT = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const { setTimeout: sleep } = require('node:timers/promises');
  const { keepHeapSmall, letNewSpaceGrow } = require('./dist/heap.js');
  const size = () =>
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
  const load = async () => {
    const kept = [];
    for (let n = 0; n < 3_000 && size() < ${LARGE}; n++) {
      for (let made = 0; made < 20_000; made++) kept.push({ made, parts: [made] });
      if (kept.length > 200_000) kept.length = 0;
      await sleep(0);
    }
    return size();
  };
  const idle = async () => {
    // V8 makes it small when a collection finds that little has been made for some seconds.
    for (let n = 0; n < 60 && size() >= ${LARGE}; n++) {
      await sleep(500);
      gc({ type: 'minor' });
    }
    return size();
  };
  (async () => {
    keepHeapSmall();
    letNewSpaceGrow();
    process.stdout.write(JSON.stringify([await load(), await idle(), await load()]));
  })();`;

describe('The space for new objects', () => {
  beforeAll(build, BUILD_MILLISECONDS);

  it('grows under load again, after V8 has made it small', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      '--eval',
      SCRIPT,
    ]);
    const [loaded, idle, again] = JSON.parse(stdout) as number[];
    expect(loaded).toBeGreaterThanOrEqual(LARGE);
    expect(idle).toBeLessThan(LARGE);
    expect(again).toBeGreaterThanOrEqual(LARGE);
  });
});
