import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port';
import { type Ending, Workplace } from '../support/processes';

const FULL = '/dev/full';

const END_MILLISECONDS = 5000;

const withFullDisk = existsSync(FULL) ? describe : describe.skip;

/** The maximum length of a path, and of a query, in a log line. */
const LONG = 'x'.repeat(2000);

async function writeLogLines(origin: string, lines: number): Promise<void> {
  const address = `${origin}/${LONG}?search=${LONG}`;
  const ask = async (): Promise<void> => {
    for (let sent = 0; sent < lines; sent += 10) await (await fetch(address)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 10 }, ask));
}

const statusOf = async (origin: string): Promise<number> =>
  (await fetch(`${origin}/cal/events/v1/tags`)).status;

async function droppedLines(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^calendar_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check().catch(() => false))) await sleep(50);
}

const isReady = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/health/ready`)).ok;

async function endOf(service: Ending): Promise<unknown> {
  const since = Date.now();
  const { code, stderr } = await service.end('SIGTERM');
  return { code, stderr, isLate: Date.now() - since > END_MILLISECONDS };
}

describe('The standard output', () => {
  let workplace: Workplace;

  beforeEach(async () => {
    workplace = await Workplace.create();
  });
  afterEach(() => workplace.remove());

  it('can have no reader: the service responds, and ends', async () => {
    const running = await workplace.serve();
    const { origin } = new URL(running.printed.Interface);
    running.stopReading();
    await writeLogLines(origin, 350);
    expect(await statusOf(origin)).toBe(200);
    expect(await droppedLines(origin)).toBeGreaterThan(10);
    expect(await endOf(running)).toEqual({ code: 0, stderr: '', isLate: false });
  });

  it('loses no line when its reader is slow', async () => {
    const running = await workplace.serve();
    const { origin } = new URL(running.printed.Interface);
    running.stopReading();
    await writeLogLines(origin, 200);
    expect(await droppedLines(origin)).toBe(0);
    running.readOn();
    const { code, stdout } = await running.end('SIGTERM');
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.map((line) => (JSON.parse(line) as { path?: string }).path)).toEqual([
      ...Array.from({ length: 200 }, () => `/${LONG}`.slice(0, LONG.length)),
      // Requests for the metrics are not logged; the line of the shutdown has no path.
      undefined,
    ]);
    expect(code).toBe(0);
  });

  it('can be a file, which is complete after the shutdown', async () => {
    const path = join(workplace.folder, 'log');
    const file = await open(path, 'w');
    const port = await freePort();
    const service = workplace.serveInto(file.fd, { PORT: String(port) });
    const origin = `http://127.0.0.1:${port}`;
    await until(() => isReady(origin));
    await writeLogLines(origin, 20);
    expect(await endOf(service)).toEqual({ code: 0, stderr: '', isLate: false });
    await file.close();
    const text = await readFile(path, 'utf8');
    expect(text).toContain(`Interface  ${origin}/cal/events/v1\n`);
    expect(text.match(/"message":"request completed"}\n/g)).toHaveLength(20);
  });

  withFullDisk('on a disk that is full', () => {
    it('does not stop the start, responses or the shutdown when it fails', async () => {
      const file = await open(FULL, 'w');
      const port = await freePort();
      const service = workplace.serveInto(file.fd, { PORT: String(port) });
      await file.close();
      const origin = `http://127.0.0.1:${port}`;
      await until(() => isReady(origin));
      await writeLogLines(origin, 350);
      expect(await statusOf(origin)).toBe(200);
      expect(await droppedLines(origin)).toBeGreaterThan(10);
      expect(await endOf(service)).toEqual({ code: 0, stderr: '', isLate: false });
    });
  });
});
