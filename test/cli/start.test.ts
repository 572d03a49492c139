import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, symlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listen } from '../../src/listen';
import { readSettings } from '../../src/settings';
import { startProblem } from '../../src/start-problem';
import { memoryLimit } from '../support/memory-limit';
import { CLOSE_CONNECTION, type Running, Workplace } from '../support/processes';
import { runInProcess } from '../support/run-in-process';

/** Leaves a socket like a killed program. */
async function leaveSocket(path: string): Promise<void> {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['--eval', program]), 'exit');
}

const MEGABYTES_MAX = memoryLimit(220);

describe('Starting the service', () => {
  let workplace: Workplace;

  beforeEach(async () => {
    workplace = await Workplace.create();
  });
  afterEach(() => workplace.remove());

  const called = async (printed: Running['printed']): Promise<{ total: number }> => {
    const response = await fetch(printed.Try.replace('curl ', ''), { headers: CLOSE_CONNECTION });
    return (await response.json()) as { total: number };
  };

  it(`needs no settings, prints a working call, accepts updates, and uses at most ${MEGABYTES_MAX} MB of memory`, async () => {
    const { printed, pid, end } = await workplace.serve();
    // Available on Linux only.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    expect(Number(kilobytes) / 1024).toBeLessThanOrEqual(MEGABYTES_MAX);
    expect(existsSync(join(workplace.folder, 'data/calendar.sqlite'))).toBe(true);
    const address = printed.Interface;
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/cal\/events\/v1$/);
    expect(printed).toMatchObject({
      Calendar: new URL('/', address).href,
      OpenAPI: `${address}/doc`,
      Access: 'open: every client may read and write',
      Database: expect.stringMatching(/^SQLite [\d.]+, .+\/data\/calendar\.sqlite$/) as string,
      Try: `curl ${address}/events`,
    });
    expect(printed).not.toHaveProperty('Listening');
    expect(printed).not.toHaveProperty('Metrics');
    expect(await called(printed)).toMatchObject({ events: [], total: 0 });

    const send = async (method: string, path: string, sent: object): Promise<unknown> => {
      const headers = { ...CLOSE_CONNECTION, 'Content-Type': 'application/json' };
      const body = JSON.stringify(sent);
      const response = await fetch(`${address}${path}`, { method, headers, body });
      return response.json();
    };
    const fields = {
      start_date: '2027-05-01 10:00:00',
      end_date: '2027-05-01 11:00:00',
      cost: '20',
      organizer: [{ organizer: 'One' }],
    };
    // The compilers of the build and of the tests emit different metadata for field types.
    const created = await send('POST', '/events', { title: 'Concert', ...fields });
    expect(created).toMatchObject(fields);
    const { id } = created as { id: number };
    expect(await send('PATCH', `/events/${id}`, fields)).toMatchObject(fields);
    expect(await end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('listens on a Unix socket, whose clients count as local', async () => {
    const SOCKET = join(workplace.folder, 'calendar.sock');
    const read = async (headers: Record<string, string> = {}): Promise<string> => {
      const sent = request({ socketPath: SOCKET, path: '/cal/events/v1/events', headers }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return text(response);
    };
    await leaveSocket(SOCKET);
    expect(existsSync(SOCKET)).toBe(true);
    const { printed, end } = await workplace.serve({ SOCKET, TRUSTED_PROXIES: 'loopback' });
    expect(printed).toMatchObject({
      Listening: `on ${SOCKET}`,
      Access: 'open: every client may read and write',
      Try: `curl --unix-socket ${SOCKET} http://localhost/cal/events/v1/events`,
    });
    expect(await read()).toContain('"rest_url":"http://localhost/cal/events/v1/events/');
    const forwarded = { 'X-Forwarded-Host': '127.0.0.9', 'X-Forwarded-Proto': 'https' };
    expect(await read(forwarded)).toContain('"rest_url":"https://127.0.0.9/cal/');
    for (const [path, problem] of [
      [SOCKET, `SOCKET ${SOCKET} is in use`],
      ['/proc/none.sock', 'SOCKET /proc/none.sock cannot be opened'],
    ]) {
      const settings = readSettings({ SOCKET: path });
      const failure = await listen(createServer(), settings).catch((error: unknown) => error);
      expect(startProblem(failure, settings)).toContain(problem);
    }
    expect(await read()).toContain('"events":[]');
    expect(await end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(SOCKET)).toBe(false);
  });

  it('prints the access and the PUBLIC_URL, reads .env, which the environment overrides, and can have no log', async () => {
    await writeFile(
      join(workplace.folder, '.env'),
      'DATABASE_URL=sqlite:./from-file.sqlite\nAPI_NAMESPACE=from/file/v1\nLOG_LEVEL=silent\n',
    );
    const { printed, end } = await workplace.serve({
      ACCESS: 'protected',
      PUBLIC_URL: 'https://calendar.example.org/',
      API_NAMESPACE: 'wp-json/tribe/events/v1',
    });
    expect(printed.Access).toBe(
      'protected: everything except reading published records needs a key',
    );
    expect(printed.Interface).toBe('https://calendar.example.org/wp-json/tribe/events/v1');
    expect(printed.Database).toMatch(/from-file\.sqlite$/);
    // The service accepts requests from this machine only.
    expect(await called(printed)).toMatchObject({ events: [] });
    expect(await end('SIGINT')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/Try .*\n$/) as string,
      stderr: '',
    });
  });

  it.each([['dist/main.js'], ['dist/cli/main.js', 'migration', 'show']])(
    'does not start %s with a line of .env that is no setting, and suggests one',
    async (program, ...command) => {
      const file = join(workplace.folder, '.env');
      await writeFile(file, 'LOG_LEVEL=silent\nACCES=protected\n');
      const { code, stdout, stderr } = await workplace.run(command, {}, program);
      await rm(file);
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^\.env, line 2: ACCES is not a setting .+; did you mean ACCESS\?\n$/,
        ) as string,
      });
    },
  );

  it('reports every invalid setting in a separate sentence', async () => {
    const { code, stderr } = await runInProcess(workplace.folder, ['migration', 'show'], {
      PORT: '70000',
      TIMEZONE: 'Mars/Phobos',
      DATABASE_URL: 'postgres://localhost/calendar',
    });
    expect(code).toBe(1);
    expect(stderr.split('\n').sort()).toEqual([
      '',
      'DATABASE_URL must be sqlite:./path/to/file, mysql://user:password@host:3306/database or mariadb://…',
      'PORT must be a whole number from 0 to 65535',
      'TIMEZONE must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2',
    ]);
  });

  it('fails with a message that explains the fix', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(workplace.serve({ PORT: String(port) })).rejects.toThrow(
      `exit code 1: PORT ${port} of 127.0.0.1 is in use by another program. ` +
        'Stop that program, or set PORT to a free port.\n',
    );
    other.close();
  });

  describe('is refused, like a command,', () => {
    const refused = async (settings: Record<string, string>): Promise<string> => {
      const { code, stderr } = await runInProcess(workplace.folder, ['keys', 'list'], settings);
      expect([code, stderr]).toEqual([1, expect.not.stringMatching(/\n {4}at /)]);
      return stderr;
    };

    it('if others could write', async () => {
      expect(await refused({ HOST: '0.0.0.0' })).toMatch(
        /^HOST 0\.0\.0\.0 can be reached by others, .* HOST=127\.0\.0\.1\.\n$/,
      );
    });

    it('by a database server that does not respond', async () => {
      expect(await refused({ DATABASE_URL: 'mysql://user:secret@127.0.0.1:1/calendar' })).toBe(
        'The database server at 127.0.0.1:1 does not answer (ECONNREFUSED). ' +
          'Start it, or correct DATABASE_URL.\n',
      );
    });

    it('for a database file that is a folder', async () => {
      await mkdir(join(workplace.folder, 'folder.sqlite'));
      expect(await refused({ DATABASE_URL: 'sqlite:./folder.sqlite' })).toMatch(
        /^.+folder\.sqlite is a folder\. Set DATABASE_URL=sqlite:.+\/calendar\.sqlite\.\n$/,
      );
    });

    it('for a database in a folder that is a file', async () => {
      await writeFile(join(workplace.folder, 'file'), '');
      expect(await refused({ DATABASE_URL: 'sqlite:./file/calendar.sqlite' })).toMatch(
        /^.+file is not a folder\. Set DATABASE_URL=sqlite:\/another\/file\.\n$/,
      );
    });

    it('for a database that cannot be created', async () => {
      await symlink('loop', join(workplace.folder, 'loop'));
      for (const path of ['/proc/nowhere/a.sqlite', './loop', `./${'long'.repeat(99)}`])
        expect(await refused({ DATABASE_URL: `sqlite:${path}` })).toMatch(
          /^The database .+ cannot be made or opened \(E[A-Z]+\)\. Set DATABASE_URL=sqlite/,
        );
    });

    it('for a database file that is not a database', async () => {
      await writeFile(join(workplace.folder, 'notes.txt'), 'Not a database, but notes.'.repeat(99));
      expect(await refused({ DATABASE_URL: 'sqlite:./notes.txt' })).toMatch(
        /^The file .+notes\.txt is not an SQLite database\. Move it away/,
      );
    });
  });

  describe('as a demo', () => {
    it('serves events around today from a separate database, which only its owner can read', async () => {
      const { printed, end } = await workplace.serve(
        { DATABASE_URL: 'mysql://user:secret@127.0.0.1:1/calendar' },
        ['dist/cli/main.js', 'demo'],
      );
      expect(printed.Database).toMatch(/\/data\/demo\.sqlite$/);
      const { mode } = await stat(join(workplace.folder, 'data/demo.sqlite'));
      expect(mode & 0o777).toBe(0o600);
      expect((await called(printed)).total).toBeGreaterThan(100);
      const series = await fetch(`${printed.Interface}/series`, { headers: CLOSE_CONNECTION });
      expect(await series.json()).toMatchObject({ total: 3 });
      expect((await end('SIGINT')).code).toBe(0);
    });

    it('says that it replaces the events of an earlier demo, and does not while that one runs', async () => {
      const demo = ['dist/cli/main.js', 'demo'];
      const first = await workplace.serve({}, demo);
      const second = await workplace.run(['demo'], { PORT: '0' });
      expect(second).toMatchObject({ code: 1, stdout: '' });
      expect(second.stderr).toMatch(/^The database .+demo\.sqlite is locked by another process\./);
      expect((await called(first.printed)).total).toBeGreaterThan(100);
      await first.end('SIGINT');
      const third = await workplace.serve({}, demo);
      expect(third.printed.Replaces).toMatch(/demo\.sqlite: events .+ are deleted$/);
      await third.end('SIGINT');
    });
  });
});
