import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { withFile } from '../../src/cli/import/download';
import { Workplace } from '../support/processes';
import { runInProcess } from '../support/run-in-process';

const CALENDAR = 'BEGIN:VCALENDAR\nEND:VCALENDAR\n';

describe('A download of an import', () => {
  let workplace: Workplace;
  let server: Server;
  let host: string;
  let reply: RequestListener;

  beforeEach(async () => {
    workplace = await Workplace.create();
    await mkdir(join(workplace.folder, 'tmp'));
    server = createServer((request, response) => reply(request, response));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await workplace.remove();
  });

  it('reads webcal: addresses over HTTP', async () => {
    let requested: string | undefined;
    reply = ({ url }, response) => {
      requested = url;
      response.end(CALENDAR);
    };
    const read: string[] = [];
    await withFile(`webcal://${host}/feed.ics?list=1`, async (file, name) => {
      for await (const chunk of file.read()) read.push(name, chunk.toString());
    });
    expect(requested).toBe('/feed.ics?list=1');
    expect(read).toEqual([host, CALENDAR]);
  });

  it('sends the user and the password of an address to its host only', async () => {
    const sent: (string | undefined)[] = [];
    const other = createServer(({ headers }, response) => {
      sent.push(headers.authorization);
      response.end(CALENDAR);
    });
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const { port } = other.address() as AddressInfo;
    reply = ({ headers }, response) => {
      sent.push(headers.authorization);
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/` }).end();
    };
    const names: string[] = [];
    await withFile(`webcal://ad%40a:s%C3%A9same%3A1@${host}/feed.ics`, (_file, name) => {
      names.push(name);
      return Promise.resolve();
    });
    other.close();
    expect(sent).toEqual([`Basic ${Buffer.from('ad@a:sésame:1').toString('base64')}`, undefined]);
    expect(names).toEqual([host]);
  });

  it.each([
    'https://ada:open/sesame@example.org/feed.ics',
    'https://ada:sesame@example.org:99999/feed.ics',
    'webcal:///ada:sesame@127.0.0.1:1/feed.ics',
    'https:\\\\ada:sesame@127.0.0.1:1/feed.ics',
  ])('shows no password of %s in a message', async (address) => {
    // Unreachable sites are tried again for seconds.
    const kinds = address.endsWith(':1/feed.ics') ? ['ics'] : ['ics', 'tec'];
    for (const kind of kinds) {
      const outcome = await runInProcess(workplace.folder, ['import', kind, address]);
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).not.toContain('sesame');
      expect(outcome.stderr).not.toMatch(/\n {4}at /);
    }
  });

  it('is of files alone: neither of folders, pipes nor devices', async () => {
    await promisify(execFile)('mkfifo', [join(workplace.folder, 'pipe')]);
    for (const position of ['pipe', '/dev/zero', 'tmp'])
      for (const kind of ['ics', 'csv'])
        expect(await runInProcess(workplace.folder, ['import', kind, position])).toEqual({
          code: 1,
          stdout: '',
          stderr: `${position} cannot be read (not a file).\n`,
        });
  });

  it.each([
    ['text/calendar; charset=ISO-8859-1', Buffer.from('Café', 'latin1')],
    ['text/calendar; charset=utf-8', Buffer.from('Café')],
    ['text/calendar', Buffer.from('Café')],
  ])('reads %s in its character set', async (type, content) => {
    reply = (_request, response) => response.writeHead(200, { 'Content-Type': type }).end(content);
    let read = '';
    await withFile(`http://${host}/feed.ics`, async (file) => {
      for await (const chunk of file.read()) read += chunk.toString();
    });
    expect(read).toBe('Café');
  });

  it.each<[string, RequestListener, string]>([
    [
      'an error status',
      (_request, response) => response.writeHead(404).end(CALENDAR),
      'status 404',
    ],
    [
      'fewer bytes than announced',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': '1000' }).write(CALENDAR, () => {
          response.destroy();
        });
      },
      'UND_ERR_SOCKET',
    ],
  ])('with %s is refused with the reason, and leaves no file', async (_what, refused, reason) => {
    reply = refused;
    const address = `http://${host}/feed.ics`;
    const outcome = await workplace.run(['import', 'ics', address], {
      TMPDIR: join(workplace.folder, 'tmp'),
      // Node 24 has it in the same folder.
      NODE_DISABLE_COMPILE_CACHE: '1',
    });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain(`${address} cannot be read (`);
    expect(outcome.stderr).toContain(reason);
    expect(await readdir(workplace.folder)).toEqual(['tmp']);
    expect(await readdir(join(workplace.folder, 'tmp'))).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    // Without Content-Length, and without an end.
    ['streamed', (_request, response) => response.write('x'.repeat(1001))],
    [
      'compressed',
      (_request, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(1001))),
    ],
  ])('stops at its limit: %s', async (_how, large) => {
    reply = large;
    const work = jest.fn();
    await expect(withFile(`http://${host}/feed.ics`, work, 1000)).rejects.toThrow(
      `http://${host}/feed.ics cannot be read (larger than 1000 bytes).`,
    );
    expect(work).not.toHaveBeenCalled();
  });
});
