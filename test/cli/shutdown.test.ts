import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { freePort } from '../support/free-port';
import type { ErrorBody } from '../support/resource-tests';
import { openBeside, type Running, Workplace } from '../support/processes';

const LOOK_MILLISECONDS = 50;

/** Polls until a condition is true, or the test times out. */
async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await sleep(LOOK_MILLISECONDS);
}

const statusOf = async (address: string): Promise<number | undefined> =>
  fetch(address).then(
    ({ status }) => status,
    () => undefined,
  );

/** Runs a test in a separate workplace, because tests run concurrently. */
const inWorkplace = (work: (workplace: Workplace) => Promise<void>) => async (): Promise<void> => {
  const workplace = await Workplace.create();
  try {
    await work(workplace);
  } finally {
    await workplace.remove();
  }
};

// The tests mostly wait for processes to end, so they run concurrently.
describe('The end of the service', () => {
  const originOf = ({ printed }: Running): string => new URL(printed.Interface).origin;

  const connectTo = async (running: Running): Promise<Socket> => {
    const { hostname, port } = new URL(originOf(running));
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  /** Opens a connection, and waits for the response to one request. */
  const connectIdly = async (running: Running): Promise<Socket> => {
    const socket = await connectTo(running);
    socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };

  /** Starts a request whose body the service waits for. */
  const beginRequest = async (running: Running, body: string): Promise<Socket> => {
    const socket = await connectTo(running);
    socket.write(
      [
        'POST /cal/events/v1/tags HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /);
    return socket;
  };

  it.concurrent(
    'happens after running requests, without waiting for idle connections',
    inWorkplace(async (workplace) => {
      // SHUTDOWN_TIMEOUT is generous, so that a slow machine does not reach it.
      const settings = { SHUTDOWN_DELAY: '1', SHUTDOWN_TIMEOUT: '120' };
      const running = await workplace.serve(settings);
      const body = JSON.stringify({ name: 'Jazz' });
      const slow = await beginRequest(running, body);
      // Open connections without a request: one unused, one idle after a response.
      await connectTo(running);
      await connectIdly(running);

      const ended = running.end('SIGTERM');
      await until(async () => (await statusOf(`${originOf(running)}/health/live`)) === undefined);
      slow.write(body);
      const answer = await text(slow);
      expect(answer).toMatch(/^HTTP\/1\.1 201 /);
      expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
      const database = openBeside(running.printed);
      expect(database.prepare('SELECT name FROM tags').all()).toEqual([{ name: 'Jazz' }]);
      database.close();
    }),
  );

  describe('for clients without health checks', () => {
    const CLIENTS = 16;

    /** Sends requests one after the other until the connection is refused; counts the outcomes. */
    async function ask(running: Running, counts: Map<string, number>): Promise<void> {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let outcome = '';
      while (outcome !== 'ECONNREFUSED') {
        outcome = await new Promise<string>((resolve) => {
          const fail = ({ code = 'error' }: NodeJS.ErrnoException): void => resolve(code);
          get(`${running.printed.Interface}/events`, { agent }, (answer) => {
            answer.once('end', () => resolve(String(answer.statusCode))).once('error', fail);
            answer.resume();
          }).once('error', fail);
        });
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
      agent.destroy();
    }

    /** Sends requests on one connection until a response closes it; counts the responses. */
    async function useConnection(running: Running, counts: Map<string, number>): Promise<void> {
      const socket = await connectTo(running);
      const closed = once(socket, 'close').then(() => ['closed']);
      for (let answer = ''; !answer.includes('\r\nConnection: close\r\n'); await sleep(50)) {
        socket.write('GET /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\n\r\n');
        answer = String(await Promise.race([once(socket, 'data'), closed]));
        expect(answer).toMatch(/^HTTP\/1\.1 200 /);
        counts.set('kept', (counts.get('kept') ?? 0) + 1);
      }
    }

    it.concurrent(
      'answers every request sent before the port is closed, asks active clients to close their connections, and ends others without a reset',
      inWorkplace(async (workplace) => {
        const running = await workplace.serve({ LOG_LEVEL: 'error' });
        const others = [await connectTo(running), await connectIdly(running)];
        const closed = others.map((socket) => once(socket.resume(), 'close'));
        const counts = new Map<string, number>();
        const clients = Array.from({ length: CLIENTS }, () => [
          ask(running, counts),
          useConnection(running, counts),
        ]);
        const isMany = (outcome: string): boolean => (counts.get(outcome) ?? 0) > CLIENTS * 4;
        await until(() => Promise.resolve(isMany('200') && isMany('kept')));
        expect(await running.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
        await Promise.all(clients.flat());
        expect([...counts.keys()].sort()).toEqual(['200', 'ECONNREFUSED', 'kept']);
        expect(counts.get('ECONNREFUSED')).toBe(CLIENTS);
        await Promise.all(closed);
        expect(others.map(({ errored }) => errored)).toEqual([null, null]);
      }),
    );
  });

  it.concurrent(
    'waits for SHUTDOWN_DELAY, asks clients to close their connections, and is immediate on a second signal',
    inWorkplace(async (workplace) => {
      const running = await workplace.serve({ SHUTDOWN_DELAY: '3600' });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (path: string): Promise<(string | number | undefined)[]> =>
        new Promise((resolve, reject) => {
          get(originOf(running) + path, { agent }, (answer) => {
            const { statusCode, headers } = answer.resume();
            answer.once('end', () => resolve([statusCode, headers.connection]));
          }).once('error', reject);
        });
      expect(await ask('/cal/events/v1')).toEqual([200, 'keep-alive']);

      const ended = running.end('SIGTERM');
      await until(async () => (await statusOf(`${originOf(running)}/health/ready`)) === 503);
      expect(await (await fetch(`${originOf(running)}/health/ready`)).json()).toMatchObject({
        status: 'error',
        details: { service: { status: 'down', phase: 'ending' } },
      });
      expect(await ask('/cal/events/v1')).toEqual([200, 'close']);
      expect(await ask('/cal/events/v1/events')).toEqual([200, 'close']);
      expect(await ask('/health/live')).toEqual([200, 'close']);
      agent.destroy();
      await until(async () => {
        void running.end('SIGTERM');
        return (await statusOf(`${originOf(running)}/health/live`)) === undefined;
      });
      expect(await ended).toMatchObject({ code: null, stderr: '' });
    }),
  );

  it.concurrent(
    'happens after SHUTDOWN_TIMEOUT, even with running requests',
    inWorkplace(async (workplace) => {
      const running = await workplace.serve({ SHUTDOWN_TIMEOUT: '1' });
      const slow = await beginRequest(running, '{"name":"Jazz"}');
      const closed = once(slow, 'close');
      expect(await running.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      await closed;
    }),
  );

  it.concurrent(
    'happens after SHUTDOWN_TIMEOUT even with a running SQLite statement, which is rolled back',
    inWorkplace(async (workplace) => {
      const running = await workplace.serve({ SHUTDOWN_TIMEOUT: '1', DATABASE_TIMEOUT: '3600' });
      const database = openBeside(running.printed);
      const digits = 'abcdefghij'.split('').map((name) => `digit ${name}`);
      database.exec(`
      CREATE TABLE digit (i INTEGER);
      INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
      CREATE TRIGGER slow AFTER INSERT ON tags BEGIN SELECT COUNT(*) FROM ${digits.join(', ')}; END`);
      const slow = fetch(`${running.printed.Interface}/tags`, {
        method: 'POST',
        body: new URLSearchParams({ name: 'Jazz' }),
      }).catch(() => undefined);
      await until(async () => {
        const metrics = await fetch(`${originOf(running)}/metrics`);
        return (await metrics.text()).includes('\ncalendar_requests_running 1\n');
      });
      expect(await running.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      await slow;
      expect(database.prepare('SELECT name FROM tags').all()).toEqual([]);
      database.close();
    }),
  );
});

describe('The start of the service', () => {
  it(
    'answers /health/live and is not ready while another instance runs the migrations',
    inWorkplace(async (workplace) => {
      const lock = new Libsql(join(workplace.folder, 'calendar.sqlite.lock'));
      lock.exec('BEGIN EXCLUSIVE');
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const started = workplace.serve({
        PORT: String(port),
        DATABASE_URL: 'sqlite:./calendar.sqlite',
      });
      await until(async () => (await statusOf(`${origin}/health/live`)) === 200);

      const ready = await fetch(`${origin}/health/ready`);
      expect({ status: ready.status, body: await ready.json() }).toEqual({
        status: 503,
        body: {
          status: 'error',
          info: {},
          error: { service: { status: 'down', phase: 'starting' } },
          details: { service: { status: 'down', phase: 'starting' } },
        },
      });
      const refused = await fetch(`${origin}/cal/events/v1/events`);
      const { code, request_id } = (await refused.json()) as ErrorBody & { request_id: string };
      expect({ status: refused.status, code }).toEqual({ status: 503, code: 'rest-not-ready' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('x-request-id')).toBe(request_id);

      lock.close();
      await started;
      expect(await statusOf(`${origin}/health/ready`)).toBe(200);
      expect(await statusOf(`${origin}/cal/events/v1/events`)).toBe(200);
    }),
  );
});
