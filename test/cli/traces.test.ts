import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../support/client';
import { CLOSE_CONNECTION, Workplace } from '../support/processes';
import { TraceCollector } from '../support/trace-collector';

describe('Tracing', () => {
  let workplace: Workplace;
  let collector: TraceCollector;

  beforeEach(async () => {
    workplace = await Workplace.create();
    collector = await TraceCollector.start();
  });
  afterEach(async () => {
    await workplace.remove();
    collector.close();
  });

  /** The OpenTelemetry packages that a service has loaded after it answered a request. */
  const packagesLoaded = async (settings: Record<string, string>): Promise<string[]> => {
    const folder = join(workplace.folder, 'coverage');
    await mkdir(folder);
    // V8 records every script that it loads.
    const { printed, end } = await workplace.serve({ NODE_V8_COVERAGE: folder, ...settings });
    await new Client(printed.Interface, CLOSE_CONNECTION).get('/events');
    expect(await end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    const reports = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    expect(reports.join()).toContain('node_modules/express/');
    const found = reports.join().matchAll(/node_modules\/@opentelemetry\/([^/"]+)\//g);
    return [...new Set([...found].map(([, name]) => name))].sort();
  };

  it.each([
    ['no variable is set', {}],
    ['they are switched off', { OTEL_TRACES_EXPORTER: 'none' }],
  ])('loads nothing if %s', async (_case, variables) => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
    const isSet = Object.keys(variables).length > 0;
    // prom-client depends on `@opentelemetry/api`, which does nothing by itself.
    expect(await packagesLoaded({ ...(isSet && endpoint), ...variables })).toEqual(['api']);
    expect(collector.deliveries).toEqual([]);
  });

  it('loads its packages if the file .env names a collector', async () => {
    await writeFile(
      join(workplace.folder, '.env'),
      `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${collector.endpoint}/of/traces\n` +
        'OTEL_RESOURCE_ATTRIBUTES=deployment.environment.name=tests\n',
    );
    const packages = await packagesLoaded({});
    expect(packages).toEqual(expect.arrayContaining(['instrumentation-http', 'sdk-trace-node']));
    expect(collector.deliveries.map(({ call }) => call)).toEqual(['POST /of/traces']);
    expect(collector.text).toContain('GET /events');
    expect(collector.text).toMatch(/service\.name.*event-calendar/s);
    expect(collector.text).toMatch(/deployment\.environment\.name.*tests/s);
  });

  it('does not delay requests if the collector is unavailable', async () => {
    const { endpoint } = collector;
    collector.close();
    const { printed, end } = await workplace.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const { status } = await new Client(printed.Interface, CLOSE_CONNECTION).get('/events');
    expect(status).toBe(200);
    expect(await end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });
});
