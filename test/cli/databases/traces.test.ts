import { Client } from '../../support/client';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../support/databases';
import { CLOSE_CONNECTION, type Outcome, Workplace } from '../../support/processes';
import { TraceCollector } from '../../support/trace-collector';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

/** Traces do not depend on the database, so one kind is enough. */
const itOnce = databaseKind === 'sqlite' ? it : it.skip;

/** The time to start with tracing and to stop, while other tests run. */
const START_MILLISECONDS = 120_000;

/** Each span has the trace id once. */
const spansOf = (text: string, trace: string): number =>
  text.split(Buffer.from(trace, 'hex').toString('latin1')).length - 1;

describe('Traces', () => {
  let workplace: Workplace;
  let database: TestDatabase;
  let collector: TraceCollector;

  beforeAll(async () => {
    workplace = await Workplace.create();
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await workplace.remove();
    await database.drop();
  });

  /** Runs a traced service while `work` sends requests. */
  const traced = async (
    settings: Record<string, string>,
    work: (client: Client) => Promise<unknown>,
  ): Promise<Outcome> => {
    const { printed, end } = await workplace.serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      DATABASE_URL: database.url,
      ...settings,
    });
    await work(new Client(printed.Interface, CLOSE_CONNECTION));
    return end('SIGTERM');
  };

  describe('of some requests', () => {
    let outcome: Outcome;

    beforeAll(async () => {
      collector = await TraceCollector.start();
      outcome = await traced({ OTEL_SERVICE_NAME: 'calendar-of-the-town' }, async (client) => {
        await client.get('/events/7', { page: 3 });
        await client.post('/tags', { name: 'x' }, { headers: { Traceparent: TRACEPARENT } });
        await client.post('/venues', { venue: 'sesame', city: 'sesame' });
        // A statement inserts both events of the series.
        await client.post('/series', {
          title: 'Daily',
          description: 'open\u2028sesame',
          start_date: '2020-05-01 10:00',
          end_date: '2020-05-01 11:00',
          rrule: 'FREQ=DAILY;COUNT=2',
        });
        await client.get('/venues/1?_fields=id&password=sesame');
        for (const path of ['/health/live', '/health/ready', '/metrics'])
          await client.get(`${new URL(client.url).origin}${path}`);
      });
    }, START_MILLISECONDS);
    afterAll(() => collector.close());

    it('are exported to the collector before the service has ended', () => {
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      for (const { call, contentType } of collector.deliveries)
        expect([call, contentType]).toEqual(['POST /v1/traces', 'application/x-protobuf']);
      expect(collector.text).toContain('GET /events/:id');
      expect(collector.text).toContain('calendar-of-the-town');
    });

    it('continue the trace of the client, and have the trace id of the log', () => {
      const spans = spansOf(collector.text, TRACE);
      if (databaseKind === 'sqlite') expect(spans).toBe(1);
      else expect(spans).toBeGreaterThan(3);
      const [line] = outcome.stdout
        .split('\n')
        .filter((text) => text.includes('"path":"/cal/events/v1/tags"'))
        .map((text) => JSON.parse(text) as Record<string, string>);
      expect(line).toMatchObject({ path: '/cal/events/v1/tags', trace_id: TRACE });
      expect(collector.text).toContain(line.request_id);
    });

    it('contain no values of statements and no passwords of addresses', () => {
      expect(collector.text).toContain('_fields=id&password=');
      expect(collector.text).not.toContain('sesame');
      if (databaseKind === 'mysql') expect(collector.text).toMatch(/INSERT INTO `venues` \(.*\?/);
    });

    it('exclude health checks', () => {
      expect(collector.text).not.toMatch(/health|metrics/);
    });
  });

  itOnce(
    'use the sampler in the environment',
    async () => {
      collector = await TraceCollector.start();
      await traced({ OTEL_TRACES_SAMPLER: 'always_off' }, (client) => client.get('/events'));
      collector.close();
      expect(collector.deliveries).toEqual([]);
    },
    START_MILLISECONDS,
  );
});
