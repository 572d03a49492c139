import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createApp } from '../../src/app';
import { MetricsServer } from '../../src/platform/observability';
import { readSettings } from '../../src/settings';
import { startProblem } from '../../src/start-problem';
import { startApp } from '../support/app';
import { rawRequest } from '../support/raw-request';
import { Workplace } from '../support/processes';

describe('METRICS_PORT', () => {
  let workplace: Workplace;

  beforeEach(async () => {
    workplace = await Workplace.create();
  });
  afterEach(() => workplace.remove());

  it('serves the metrics until the shutdown', async () => {
    const { printed, end } = await workplace.serve({ METRICS_PORT: '0', ACCESS: 'protected' });
    expect(printed.Metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect(new URL(printed.Metrics).port).not.toBe(new URL(printed.Interface).port);
    const response = await fetch(printed.Metrics);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^calendar_http_requests_in_flight 0$/m);
    expect(await end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(printed.Metrics)).rejects.toThrow();
  });

  it('refuses pages after DNS rebinding with open access', async () => {
    const app = await startApp({ METRICS_PORT: '0' });
    const address = `http://127.0.0.1:${app.nest.get(MetricsServer).port}/metrics`;
    const ask = async (...headers: string[]): Promise<number> =>
      (await rawRequest(address, ['GET /metrics HTTP/1.1', ...headers])).status;
    expect(await ask('Host: evil.example')).toBe(421);
    expect(await ask('Host: localhost', 'Host: localhost')).toBe(400);
    expect(await ask()).toBe(400);
    expect(await ask('Host: localhost:9464')).toBe(200);
    await app.close();
  });

  it('prevents the start when it is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const settings = readSettings({
      DATABASE_URL: `sqlite:${workplace.folder}/calendar.sqlite`,
      METRICS_PORT: String(port),
    });
    const app = await createApp(settings);
    const failure = await app.init().catch((error: unknown) => error);
    await app.close();
    other.close();
    expect(startProblem(failure, settings)).toBe(
      `METRICS_PORT ${port} of 127.0.0.1 is in use by another program. ` +
        'Stop that program, or set METRICS_PORT to a free port.',
    );
  });
});
