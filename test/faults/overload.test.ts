import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../support/processes';
import { percentiles, print, quantile } from './statistics';
import { Instance } from './instance';
import { type Responses, bytesOf, OpenLoop } from './open-loop';
import { durableServer } from './servers';
import { describeOnServer, isFull } from './settings';
import { useFixture } from './fixture';
import { processorTime, HealthMonitor } from './health-monitor';

const EVENTS = 1000;
const CONNECTIONS = 16;
/** More than slots and positions in the queue: the busy connections of a proxy. */
const OVERLOAD_CONNECTIONS = 320;
/** Of the warm-up, the capacity measurement and the overload. */
const SECONDS = isFull
  ? { warm: 20, capacity: 10, overload: 60 }
  : { warm: 1, capacity: 1, overload: 2 };
const MILLISECONDS = SECONDS.overload * 6000 + 120_000;

/** Milliseconds, twice the promised ones. */
const PROMISED = { admitted: 4000, refused: 1000 };
/** Milliseconds. The short version runs on any machine. */
const RECOVERED = isFull ? 5000 : 10_000;
/**
 * Allowed memory growth between the first third and the end, as a fraction and in megabytes. The
 * heap has not reached its normal size after a few seconds.
 */
const GROWTH = isFull ? { part: 0.25, megabytes: 48 } : { part: 0.5, megabytes: 150 };
interface Mix {
  name: string;
  addresses: number;
  share: number;
}
/**
 * Request mixes, and the minimum throughput under overload as a share of the capacity.
 * Concurrent requests for the same list share one query.
 */
const SAME: Mix = { name: 'the same lists', addresses: 100, share: 1 };
const DIFFERENT: Mix = { name: 'a different list per request', addresses: 50_000, share: 0.4 };
/** The short version tests each on one database. */
const MIXES = [SAME, DIFFERENT];

interface Timed extends Responses {
  processor: number;
}

describe('The service with more concurrent requests than it admits', () => {
  const fixture = useFixture();

  async function testMixes(url: string, mixes: readonly Mix[]): Promise<void> {
    const settings = { DATABASE_URL: url, METRICS_PORT: '0' };
    const seeded = await fixture.workplace.run(['seed', '--events', String(EVENTS)], settings);
    expect(seeded).toMatchObject({ code: 0 });
    const service = new Instance(fixture.workplace, settings);
    await service.start();
    for (const mix of mixes) await testOverload(service, mix);
    const ended = await service.end('SIGTERM');
    expect(linesOf500(ended)).toEqual([]);
    expect(ended).toMatchObject({ code: 0 });
  }

  async function testOverload(service: Instance, mix: Mix): Promise<void> {
    const { origin, pathname } = new URL(service.address);
    const clients = new OpenLoop(new URL(origin), requests(pathname, mix.addresses));

    // A proxy keeps its connections: the service accepts them slowly while it is busy.
    await clients.closed(OVERLOAD_CONNECTIONS, SECONDS.warm);
    const timed = async (work: () => Promise<Responses>): Promise<Timed> => {
      const from = await processorTime(service);
      const responses = await work();
      return { ...responses, processor: (await processorTime(service)) - from };
    };
    const before = await timed(() => clients.closed(CONNECTIONS, SECONDS.capacity));
    const capacity = before.done.length / before.seconds;
    const monitor = new HealthMonitor(service);
    const during = await timed(() => clients.closed(OVERLOAD_CONNECTIONS, SECONDS.overload));
    await monitor.stop();
    const usual = quantile(before.done, 0.5);
    const recovered = during.tail + (await recovery(`${service.address}/events/1`, usual));
    clients.close();

    const { first, last } = monitor.memoryInThirds;
    const share = during.done.length / during.seconds / capacity;
    print(
      `${service.database}: ${OVERLOAD_CONNECTIONS} connections for ${SECONDS.overload} s, ${mix.name}`,
      [
        `at capacity ${rate(before.done, before)}, in ${percentiles(before.done)}`,
        `overloaded ${rate(during.done, during)}, in ${percentiles(during.done)}`,
        `${share.toFixed(2)} of the capacity; client and service share the machine`,
        `processor time: at capacity ${processors(before)}, overloaded ${processors(during)}`,
        `refused ${rate(during.refused, during)}, in ${percentiles(during.refused)}`,
        `otherwise ${JSON.stringify(during.others)}`,
        `/health/live in ${percentiles(monitor.live)}; recovered after ${recovered.toFixed(0)} ms`,
        `memory ${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} MB in the last`,
      ],
    );
    expect(before.others).toEqual({});
    expect(during.others).toEqual({});
    expect(monitor.failed).toEqual([]);
    expect(recovered).toBeLessThan(RECOVERED);
    expect(last).toBeLessThan(first * (1 + GROWTH.part) + GROWTH.megabytes);
    // Figures of a machine without other work.
    if (!isFull) return;
    expect(during.refused.length).toBeGreaterThan(0);
    expect(quantile(during.done, 0.99)).toBeLessThan(PROMISED.admitted);
    expect(quantile(during.refused, 0.5)).toBeLessThan(PROMISED.refused);
    expect(share).toBeGreaterThan(mix.share);
  }

  it(
    'refuses excess requests immediately, serves the others, and recovers soon, on SQLite',
    () => testMixes(`sqlite:${fixture.workplace.folder}/calendar.sqlite`, isFull ? MIXES : [SAME]),
    MILLISECONDS,
  );

  describeOnServer('on MariaDB or MySQL', () => {
    it(
      'refuses excess requests immediately, serves the others, and recovers soon',
      async () =>
        testMixes((await durableServer(fixture.keeper)).database, isFull ? MIXES : [DIFFERENT]),
      MILLISECONDS,
    );
  });
});

const linesOf500 = (ended: Outcome | undefined): string[] =>
  (ended?.stdout ?? '').split('\n').filter((line) => /"status":500|"error":/.test(line));

/** Mostly lists, some single events, and 10 % writes. An unknown parameter makes addresses distinct. */
function requests(path: string, addresses: number): Buffer[] {
  return Array.from({ length: addresses }, (_, count) => {
    const index = count % 100;
    if (index % 10 === 0)
      return bytesOf('POST', `${path}/events`, {
        title: `Event ${index}`,
        start_date: '2028-01-01 10:00',
        end_date: '2028-01-01 12:00',
      });
    const own = `visit=${count}`;
    if (index % 3 === 0) return bytesOf('GET', `${path}/events/${index + 1}?${own}`);
    return bytesOf('GET', `${path}/events?page=${1 + (index % 10)}&${own}`);
  });
}

/**
 * Repeats a read until ten responses in a row have normal latency.
 * @param usual normal latency in milliseconds
 * @returns milliseconds until the first of the ten
 */
async function recovery(address: string, usual: number): Promise<number> {
  const limit = Math.max(usual * 5, 250);
  const from = performance.now();
  for (let since = from, inRow = 0; ; await sleep(20)) {
    const sent = performance.now();
    if (sent - from > RECOVERED * 2) return Infinity;
    const response = await fetch(address);
    await response.arrayBuffer();
    const isUsual = response.status === 200 && performance.now() - sent < limit;
    inRow = isUsual ? inRow + 1 : 0;
    if (inRow === 1) since = sent;
    if (inRow === 10) return since - from;
  }
}

const rate = ({ length }: readonly number[], { seconds }: Responses): string =>
  `${(length / seconds).toFixed(0)}/s`;

const processors = ({ processor, seconds }: Timed): string =>
  `${((processor / seconds / 1000) * 100).toFixed(0)}% of one`;
