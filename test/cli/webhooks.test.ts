import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Running, Workplace } from '../support/processes';

const { namespace, noNamespaces } = globalThis as unknown as {
  namespace?: readonly string[];
  noNamespaces: string;
};
const inNamespace = namespace || process.env.CI === 'true' ? it : it.skip;

interface Delivery {
  message: string;
  attempts: { error: string | null }[];
}

describe('Webhooks of a service without a route for IPv6', () => {
  let workplace: Workplace;
  beforeEach(async () => {
    workplace = await Workplace.create();
  });
  afterEach(() => workplace.remove());

  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const sent = request({
      socketPath: join(workplace.folder, 'calendar.sock'),
      method,
      path: `/cal/events/v1${path}`,
      headers: { 'Content-Type': 'application/json' },
    }).end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const received = await text(response);
    return (received === '' ? undefined : JSON.parse(received)) as Body;
  };
  const attempted = async (count: number): Promise<Delivery> => {
    for (let tries = 0; tries < 500; tries++) {
      const { deliveries } = await call<{ deliveries: Delivery[] }>(
        'GET',
        '/webhooks/1/deliveries',
      );
      const [delivery] = deliveries;
      if (delivery && delivery.attempts.length >= count) return delivery;
      await sleep(20);
    }
    throw new Error(`There were no ${count} attempts.`);
  };

  inNamespace(
    'fail when their host has only an IPv6 address, and the service goes on',
    async () => {
      if (!namespace) throw new Error(noNamespaces);
      const hosts = join(workplace.folder, 'hosts');
      await writeFile(hosts, '2606:4700::1111 six.example\n');
      const start = (): Promise<Running> =>
        workplace.serve(
          { SOCKET: 'calendar.sock', WEBHOOK_SECRET: '5f'.repeat(32), HOSTS_FILE: hosts },
          ['dist/main.js'],
          namespace,
        );
      const first = await start();
      await call('POST', '/webhooks', { url: 'https://six.example/' });
      await call('POST', '/tags', { name: 'Jazz' });
      const { message, attempts } = await attempted(1);
      expect(attempts[0].error).toContain('ENETUNREACH');
      expect(await first.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      const second = await start();
      await call('POST', `/webhooks/1/deliveries/${message}/retry`);
      await attempted(2);
      expect(await second.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    },
  );
});
