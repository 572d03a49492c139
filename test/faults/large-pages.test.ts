import { setTimeout as sleep } from 'node:timers/promises';
import { print, spread } from './statistics';
import { Instance } from './instance';
import { nonDurableServer } from './servers';
import { describeOnServer, isFull } from './settings';
import { useFixture } from './fixture';
import { loadFactor } from './load-factor';
import { HealthMonitor } from './health-monitor';

/** Fewer than are served concurrently, so that other requests are served, too. */
const CLIENTS = 24;
/** Events of which one fills a page, together they are too large. */
const EVENTS = 2;
/** An event with all links it may have, and the longest texts of four-byte characters. */
const LINKED = 20;
const TERMS = 50;
const LONGEST = '🎪'.repeat(100_000);
const LINKED_LONGEST = '🎪'.repeat(20_000);
const TERM = '🎪'.repeat(10_000);

const MILLISECONDS = 180_000;
/**
 * Maximum time of a small read while large pages are sent, on an idle machine: at least twice
 * the measured time.
 */
const SMALL_MILLISECONDS = 6000;
/** Maximum memory of the process in megabytes. */
const MEMORY_MAX = 640;
/** Maximum memory left in buffers after all pages are sent, in megabytes. */
const BUFFERS_MAX = 256;

interface PageResult {
  status: number;
  bytes: number;
  isWhole: boolean;
  retryAfter: string | null;
  seconds: number;
}

describe('The largest page that the limits allow', () => {
  const fixture = useFixture();

  async function testPages(url: string): Promise<void> {
    const service = new Instance(fixture.workplace, { DATABASE_URL: url, METRICS_PORT: '0' });
    await service.start();
    await fill(service.address);
    const list = `${service.address}/events?start_date=2027-01-01&end_date=2028-01-01`;
    const page = `${list}&per_page=1`;
    const before = loadFactor();
    const monitor = new HealthMonitor(service);
    const others = readOthers(`${service.address}/tags?per_page=1&_fields=tags.id`);

    // The password makes each request another one, so that no two share a response.
    const together = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) => readPage(`${page}&password=${n}`)),
    );
    const alone = await readPage(page);
    const tooLarge = await fetch(list);
    const refusal = (await tooLarge.json()) as { data: { params: object } };
    const selected = await readPage(`${list}&_fields=events.id`);
    const small = await others.stop();
    await monitor.stop();
    const ended = await service.end('SIGTERM');
    const most = SMALL_MILLISECONDS * Math.max(before, loadFactor());

    const served = together.filter(({ status }) => status === 200);
    print(`${service.database}: ${CLIENTS} clients, a page of ${megabytes(alone)}`, [
      `${served.length} answered, in ${spread(served.map(({ seconds }) => seconds))}`,
      `${together.length - served.length} refused; alone ${alone.seconds.toFixed(1)} s`,
      `small reads meanwhile ${spread(small.map((milliseconds) => milliseconds / 1000))}`,
      `memory of the process ${Math.max(...monitor.memory).toFixed(0)} MB at most`,
      `${monitor.buffers.toFixed(0)} MB of it in buffers afterwards`,
    ]);
    for (const reply of together)
      expect(reply).toMatchObject(
        reply.status === 200
          ? { isWhole: true, bytes: alone.bytes }
          : { status: 503, retryAfter: '1' },
      );
    expect(served.length).toBeGreaterThan(0);
    expect(alone).toMatchObject({ status: 200, isWhole: true });
    expect(alone.bytes).toBeGreaterThan(5_000_000);
    expect([tooLarge.status, Object.keys(refusal.data.params)]).toEqual([400, ['per_page']]);
    expect(selected).toMatchObject({ status: 200, isWhole: true });
    expect(selected.seconds).toBeLessThan(most / 1000);
    expect(Math.max(...small)).toBeLessThan(most);
    expect(Math.max(...monitor.memory)).toBeLessThan(MEMORY_MAX);
    expect(monitor.buffers).toBeLessThan(BUFFERS_MAX);
    expect(monitor.failed).toEqual([]);
    expect(ended).toMatchObject({ code: 0 });
  }

  // Pages are written in the same way from both databases, so one is enough for the short version.
  if (isFull)
    it(
      'is answered or refused, without an effect on other requests, on SQLite',
      () => testPages(`sqlite:${fixture.workplace.folder}/calendar.sqlite`),
      MILLISECONDS,
    );

  describeOnServer('on MariaDB or MySQL', () => {
    it(
      'is answered or refused, without an effect on other requests',
      async () => testPages((await nonDurableServer(fixture.keeper)).database),
      MILLISECONDS,
    );
  });
});

async function fill(address: string): Promise<void> {
  const create = async (path: string, fields: object): Promise<number> => {
    const response = await fetch(`${address}/${path}?_fields=id`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const { id } = (await response.json()) as { id: number };
    if (response.status !== 201) throw new Error(`POST ${path}: ${response.status}`);
    return id;
  };
  const many = async (count: number, make: (n: number) => Promise<number>): Promise<number[]> => {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) ids.push(await make(n));
    return ids;
  };
  const venue = await many(LINKED, (n) =>
    create('venues', { venue: `Venue ${n}`, description: LINKED_LONGEST }),
  );
  const organizer = await many(LINKED, (n) =>
    create('organizers', { organizer: `Organizer ${n}`, excerpt: LINKED_LONGEST }),
  );
  const [categories, tags] = [
    await many(TERMS, (n) => create('categories', { name: `Category ${n}`, description: TERM })),
    await many(TERMS, (n) => create('tags', { name: `Tag ${n}`, description: TERM })),
  ];
  await many(EVENTS, (n) =>
    create('events', {
      title: `Event ${n}`,
      start_date: '2027-05-01 10:00',
      end_date: '2027-05-01 11:00',
      description: LONGEST,
      ...{ venue, organizer, categories, tags },
    }),
  );
}

async function readPage(address: string): Promise<PageResult> {
  const from = performance.now();
  const response = await fetch(address);
  let bytes = 0;
  let first: Uint8Array | undefined;
  let last: Uint8Array | undefined;
  let isWhole = true;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      first ??= chunk;
      last = chunk;
      bytes += chunk.length;
    }
  } catch {
    isWhole = false;
  }
  return {
    status: response.status,
    bytes,
    isWhole: isWhole && first?.at(0) === 0x7b && last?.at(-1) === 0x7d,
    retryAfter: response.headers.get('retry-after'),
    seconds: (performance.now() - from) / 1000,
  };
}

/** Repeats a small read and returns its latencies in milliseconds. */
function readOthers(address: string): { stop: () => Promise<number[]> } {
  const milliseconds: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const from = performance.now();
      const response = await fetch(address);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
      milliseconds.push(performance.now() - from);
      await sleep(50);
    }
    return milliseconds;
  })();
  return {
    stop: () => {
      isOver = true;
      return reading;
    },
  };
}

const megabytes = ({ bytes }: PageResult): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
