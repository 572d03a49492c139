import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Client } from '../support/client';
import { CLOSE_CONNECTION, openBeside, type Running, Workplace } from '../support/processes';
import { rawRequest } from '../support/raw-request';
import { runInProcess } from '../support/run-in-process';

type Line = Record<string, unknown>;

/** A program that starts the service; a test appends other code. */
const SERVICE = `require(${JSON.stringify(join(__dirname, '../../dist/main.js'))});`;

/** Matches secrets, which must not be in the log. */
const SECRET = /sesame|calendar_[\w-]{8}/;

const logOf = (stdout: string): Line[] =>
  stdout
    .replace(/^[^]*^Try .*\n/m, '')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Sends the head of a request, and disconnects before the body. */
async function cutOff({ url }: Client): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `POST ${pathname}/tags HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'Content-Length: 100',
      // The service confirms that it waits for the body.
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  );
  await once(socket, 'data');
  socket.destroy();
}

describe('The log', () => {
  let workplace: Workplace;

  beforeEach(async () => {
    workplace = await Workplace.create();
  });
  afterEach(() => workplace.remove());

  const logged = async (
    settings: Record<string, string>,
    work: (client: Client, printed: Running['printed']) => Promise<unknown>,
  ): Promise<{ lines: Line[]; output: string }> => {
    const { printed, end } = await workplace.serve(settings);
    await work(new Client(printed.Interface, CLOSE_CONNECTION), printed);
    const { stdout, stderr } = await end('SIGTERM');
    const lines = logOf(stdout).filter(({ logger }) => logger !== 'Shutdown');
    return { lines, output: stdout + stderr };
  };

  it('names the client and the key, and contains no credentials, passwords or bodies', async () => {
    const settings = { ACCESS: 'protected', DATABASE_URL: 'sqlite:./calendar.sqlite' };
    const create = ['keys', 'create', '--name', 'importer', '--role', 'editor', '--author', '1'];
    const key = (await runInProcess(workplace.folder, create, settings)).stdout.trim();
    expect(key).toMatch(SECRET);
    const bearer = { Authorization: `Bearer ${key}` };
    const basic = (pair: string): Record<string, string> => ({
      Authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    });
    const ofService = { ...settings, LOG_LEVEL: 'debug' };
    const { lines, output } = await logged(ofService, async (client, printed) => {
      const event = {
        title: 'Secret of sesame',
        start_date: '2027-05-01 20:00',
        end_date: '2027-05-01 22:00',
        password: 'sesame',
      };
      await client.post('/events', event, { headers: bearer });
      await client.get('/events/1?password=sesame&page=1');
      await client.get('/events/1?pass%77ord[]=sesame');
      await client.request('GET', '/tags', { headers: basic('importer:sesame') });
      await client.request('GET', '/tags', { headers: basic(`importer:${key}`) });
      await client.request('GET', '/tags', { headers: { Authorization: 'Bearer sesame' } });
      await client.put('/events/1', new URLSearchParams({ password: 'sesame' }));
      await client.post('/tags', { name: '' }, { headers: { ...bearer, Cookie: 'key=sesame' } });
      const { origin } = new URL(printed.Interface);
      await rawRequest(origin, [
        'GET http://importer:sesame@127.0.0.1/cal/events/v1/tags?api_key=sesame HTTP/1.1',
        'Host: 127.0.0.1',
        'Referer: http://127.0.0.1/?password=sesame',
      ]);
      await client.get(`${origin}/metrics`);
      await client.get(`${origin}/health/ready`);
    });
    const requests = lines.filter(({ logger }) => logger === 'Requests');
    const informational = requests.filter(({ level }) => level === 'info');
    expect(
      informational.map(({ method, path, query, status, caller, role }) =>
        [method, path, query, status, caller, role].filter(Boolean).join(' '),
      ),
    ).toEqual([
      'POST /cal/events/v1/events 201 key:importer editor',
      'GET /cal/events/v1/events/1 password=…&page=1 200 anonymous',
      'GET /cal/events/v1/events/1 pass…=… 400 anonymous',
      'GET /cal/events/v1/tags 401 anonymous',
      'GET /cal/events/v1/tags 200 key:importer editor',
      'GET /cal/events/v1/tags 401 anonymous',
      'PUT /cal/events/v1/events/1 401 anonymous',
      'POST /cal/events/v1/tags 400 key:importer editor',
      'GET /cal/events/v1/tags api_key=… 200 anonymous',
      'GET /metrics 401',
    ]);
    expect(informational.at(-1)).toMatchObject({ code: 'rest-unauthorized' });
    expect(requests.filter(({ level }) => level !== 'info')).toMatchObject([
      { level: 'debug', path: '/health/ready', status: 200 },
    ]);
    expect(output).not.toMatch(SECRET);
  });

  it('contains the stack and the statement of a failure, or the timeout, but no values', async () => {
    // Each request in the queue has a line of its own.
    const ids = ['first', 'second', 'third'];
    const settings = { MAX_CONCURRENT_REQUESTS: '1', DATABASE_TIMEOUT: '1', LOG_LEVEL: 'warn' };
    const { lines, output } = await logged(settings, async (client, printed) => {
      const database = openBeside(printed);
      expect((await client.get('/nowhere')).status).toBe(404);
      database.exec('BEGIN IMMEDIATE');
      const late = { headers: { 'X-Request-Id': 'late' } };
      expect((await client.post('/tags', { name: 'sesame' }, late)).status).toBe(503);
      database.exec('ROLLBACK');
      database.exec('DROP TABLE tags');
      database.close();
      const responses = ids.map((id) =>
        client.post('/tags', { name: 'sesame' }, { headers: { 'X-Request-Id': id } }),
      );
      for (const { status, body } of await Promise.all(responses)) {
        expect(status).toBe(500);
        expect(JSON.stringify(body)).not.toMatch(/tags|stack/);
      }
    });
    const linesOf = (id: string): Line[] => lines.filter(({ request_id }) => request_id === id);
    for (const id of ids)
      expect(linesOf(id)).toMatchObject([
        {
          level: 'error',
          logger: 'Errors',
          message: 'SqliteError: no such table: tags',
          error: {
            type: 'QueryFailedError',
            statement: expect.stringMatching(/^SELECT .* FROM "tags" .*\?/) as string,
            stack: expect.arrayContaining([
              expect.stringMatching(/^at .*TagsService\.insert/),
            ]) as string[],
          },
        },
        { level: 'error', logger: 'Requests', path: '/cal/events/v1/tags', status: 500 },
      ]);
    expect(linesOf('late')).toMatchObject([
      {
        level: 'error',
        logger: 'Errors',
        message: expect.stringContaining('locked') as string,
        error: { code: expect.stringMatching(/^SQLITE_BUSY/) as string },
      },
      { level: 'error', logger: 'Requests', status: 503, code: 'rest-database-unavailable' },
    ]);
    // Other requests, such as 404, are not logged at this level. Background work that finds the database locked is.
    expect(lines.filter(({ logger }) => logger === 'Requests')).toHaveLength(1 + ids.length);
    expect(lines.filter(({ level }) => level !== 'error')).toEqual([]);
    expect(output).not.toMatch(SECRET);
  });

  it('contains all requests and the output of packages and Node when the service crashes', async () => {
    const program = join(workplace.folder, 'program.cjs');
    await writeFile(
      program,
      `${SERVICE}
       process.on('SIGUSR2', () => {
         console.log('told\\n%s', '{"level":"error"}');
         console.dir({ shown: true });
         console.error('trouble');
         process.emitWarning('beware', 'OldWarning');
         setImmediate(() => { throw new Error('a bug'); });
       });`,
    );
    const { printed, end } = await workplace.serve({ LOG_LEVEL: 'debug' }, [program]);
    const client = new Client(printed.Interface);
    const forged = '{"level":"error","message":"sesame"}';
    const description = `<img src="a.jpg" srcset="a.jpg (\n${forged}\n">`;
    expect((await client.post('/venues', { venue: 'x', description })).status).toBe(201);
    await client.get(`${new URL(client.url).origin}/health/live`);
    const responses = await Promise.all(Array.from({ length: 40 }, () => client.get('/nowhere')));
    const { code, stdout, stderr } = await end('SIGUSR2');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('a bug') as string,
    });
    expect(stderr).not.toMatch(/told|trouble|beware/);
    const lines = logOf(stdout);
    const linesOf = (...loggers: string[]): string[] =>
      lines
        .filter(({ logger }) => loggers.includes(String(logger)))
        .map(({ level, path, status, message }) =>
          [level, ...(path === undefined ? [message] : [path, status])].join(' '),
        );
    expect(linesOf('Requests')).toEqual([
      'info /cal/events/v1/venues 201',
      'debug /health/live 200',
      ...responses.map(() => 'info /cal/events/v1/nowhere 404'),
    ]);
    expect(linesOf('Packages', 'Node')).toEqual([
      'debug told\n{"level":"error"}',
      'debug { shown: true }',
      'warn trouble',
      'warn OldWarning: beware',
    ]);
    // Clients cannot inject log lines.
    expect(stdout).not.toMatch(SECRET);
  });
});

describe('The log of a service without settings', () => {
  let workplace: Workplace;
  let lines: Line[];

  beforeAll(async () => {
    workplace = await Workplace.create();
    const { printed, end } = await workplace.serve();
    const client = new Client(printed.Interface, CLOSE_CONNECTION);
    await client.request('GET', '/events?page=1&search=jazz', {
      headers: { 'X-Request-Id': 'first/1', 'User-Agent': 'test' },
    });
    await client.request('HEAD', client.url.replace('/cal', '/de/cal'));
    await client.post('/venues', { venue: '' });
    await cutOff(client);
    lines = logOf((await end('SIGTERM')).stdout);
  });
  afterAll(() => workplace.remove());

  it('contains every request with its status', () => {
    const returned = lines.filter(({ message }) => message === 'request completed');
    const common = {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      logger: 'Requests',
      client: '127.0.0.1',
      role: 'administrator',
      duration_ms: expect.any(Number) as number,
      message: 'request completed',
    };
    expect(returned).toEqual([
      {
        ...common,
        request_id: 'first/1',
        method: 'GET',
        path: '/cal/events/v1/events',
        query: 'page=1&search=jazz',
        status: 200,
        bytes: expect.any(Number) as number,
      },
      {
        ...common,
        request_id: expect.any(String) as string,
        method: 'HEAD',
        path: '/de/cal/events/v1',
        status: 200,
        bytes: 0,
      },
      {
        ...common,
        request_id: expect.any(String) as string,
        method: 'POST',
        path: '/cal/events/v1/venues',
        status: 400,
        code: 'rest-invalid-param',
        bytes: expect.any(Number) as number,
      },
    ]);
    expect(returned[0].bytes).toBeGreaterThan(100);
    expect(returned[0].duration_ms).toBeGreaterThan(0);
  });

  it('contains requests of disconnected clients', () => {
    const others = lines.filter(
      ({ logger, message }) => message !== 'request completed' && logger !== 'Shutdown',
    );
    expect(others).toMatchObject([{ level: 'info', method: 'POST', message: 'request aborted' }]);
    expect(others[0]).not.toHaveProperty('status');
  });

  it('contains the end of the service', () => {
    const life = lines.filter(({ logger }) => logger === 'Shutdown');
    expect(life).toEqual([expect.objectContaining({ message: 'The service is shutting down.' })]);
  });
});
