import { mkdir, readdir } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { withFile } from '../../src/cli/import/download';
import { Workplace } from '../support/processes';

const CALENDAR = 'BEGIN:VCALENDAR\nEND:VCALENDAR\n';

describe('A download of an import', () => {
  let workplace: Workplace;
  let server: Server;
  let host: string;
  let answer: RequestListener;

  beforeEach(async () => {
    workplace = await Workplace.create();
    await mkdir(join(workplace.folder, 'tmp'));
    server = createServer((request, response) => answer(request, response));
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
    answer = ({ url }, response) => {
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

  it.each([
    ['text/calendar; charset=ISO-8859-1', Buffer.from('Café', 'latin1')],
    ['text/calendar; charset=utf-8', Buffer.from('Café')],
    ['text/calendar', Buffer.from('Café')],
  ])('reads %s in its character set', async (type, content) => {
    answer = (_request, response) => response.writeHead(200, { 'Content-Type': type }).end(content);
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
    answer = refused;
    const address = `http://${host}/feed.ics`;
    const outcome = await workplace.run(['import', 'ics', address], {
      TMPDIR: join(workplace.folder, 'tmp'),
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
    answer = large;
    const work = jest.fn();
    await expect(withFile(`http://${host}/feed.ics`, work, 1000)).rejects.toThrow(
      `http://${host}/feed.ics cannot be read (larger than 1000 bytes).`,
    );
    expect(work).not.toHaveBeenCalled();
  });
});
