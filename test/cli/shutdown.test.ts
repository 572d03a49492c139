import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBeside, type Running, Workplace } from '../support/processes';

const POLL_MILLISECONDS = 50;

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await sleep(POLL_MILLISECONDS);
}

const statusOf = async (address: string): Promise<number | undefined> =>
  fetch(address).then(
    ({ status }) => status,
    () => undefined,
  );

const inWorkplace = (work: (workplace: Workplace) => Promise<void>) => async (): Promise<void> => {
  const workplace = await Workplace.create();
  try {
    await work(workplace);
  } finally {
    await workplace.remove();
  }
};

// They mostly wait for processes to end.
describe('The end of the service', () => {
  const originOf = ({ printed }: Running): string => new URL(printed.Interface).origin;

  const connectTo = async (running: Running): Promise<Socket> => {
    const { hostname, port } = new URL(originOf(running));
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  const connectIdly = async (running: Running): Promise<Socket> => {
    const socket = await connectTo(running);
    socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };

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
      // A slow machine must not reach SHUTDOWN_TIMEOUT.
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
      const response = await text(slow);
      expect(response).toMatch(/^HTTP\/1\.1 201 /);
      expect(response).toMatch(/\r\nConnection: close\r\n/i);
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
      const database = openBeside(running.printed);
      expect(database.prepare('SELECT name FROM tags').all()).toEqual([{ name: 'Jazz' }]);
      database.close();
    }),
  );

  it.concurrent(
    'waits for SHUTDOWN_DELAY, and asks clients to close their connections',
    inWorkplace(async (workplace) => {
      const running = await workplace.serve({ SHUTDOWN_DELAY: '5' });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (path: string): Promise<(string | number | undefined)[]> =>
        new Promise((resolve, reject) => {
          get(originOf(running) + path, { agent }, (response) => {
            const { statusCode, headers } = response.resume();
            response.once('end', () => resolve([statusCode, headers.connection]));
          }).once('error', reject);
        });
      expect(await ask('/cal/events/v1')).toEqual([200, 'keep-alive']);

      const ended = running.end('SIGTERM');
      await until(async () => (await statusOf(`${originOf(running)}/health/ready`)) === 503);
      expect(await (await fetch(`${originOf(running)}/health/ready`)).json()).toMatchObject({
        status: 'error',
        details: { service: { status: 'down' }, database: { status: 'up' } },
      });
      expect(await ask('/cal/events/v1')).toEqual([200, 'close']);
      expect(await ask('/cal/events/v1/events')).toEqual([200, 'close']);
      expect(await ask('/health/live')).toEqual([200, 'close']);
      agent.destroy();
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
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
});
