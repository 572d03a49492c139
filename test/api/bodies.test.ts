import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

const ROOT = '/cal/events/v1';
const JSON_TYPE = 'Content-Type: application/json';
const LARGE = 900_000;
const STRANGER = 999;

const length = (bytes: number): string => `Content-Length: ${bytes}`;

const isSameField = (line: string, other: string): boolean =>
  line.split(':')[0] === other.split(':')[0];

/** More keys than one object may have. */
const KEYS = Array.from({ length: 1001 }, (_, n) => [`k${n}`, 1]);

describe('The body of a write', () => {
  let app: TestApp;
  const keys: Partial<Record<Role, string>> = {};
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected', REQUEST_TIMEOUT: '3' });
    for (const role of ['contributor', 'author', 'administrator'] as const)
      keys[role] = await app.nest.get(ApiKeys).create(role, role, 7, new Date());
    const headers = { Authorization: `Bearer ${keys.administrator}` };
    await app.post('/venues', { venue: 'Hall', author: STRANGER }, { headers });
  });
  afterAll(() => app.close());

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return socket;
  }

  /** `call` is a method and a path. */
  const header = (call: string, as: Role, ...lines: string[]): string =>
    [
      `${call.replace(' ', ` ${ROOT}`)} HTTP/1.1`,
      'Host: localhost',
      ...(keys[as] ? [`Authorization: Bearer ${keys[as]}`] : []),
      ...lines,
      '',
      '',
    ].join('\r\n');

  const refused: { status: number; call: string; as: Role; line?: string }[] = [
    { status: 404, call: 'POST /nowhere', as: 'anonymous' },
    { status: 404, call: 'POST /nowhere', as: 'administrator' },
    { status: 405, call: 'PUT /events', as: 'anonymous' },
    { status: 401, call: 'POST /events', as: 'anonymous' },
    { status: 401, call: 'PATCH /venues/1', as: 'anonymous' },
    { status: 401, call: 'PATCH /venues/999999', as: 'anonymous' },
    { status: 403, call: 'POST /tags', as: 'contributor' },
  ];
  const unreadable: typeof refused = [
    { status: 413, call: 'POST /tags', as: 'author', line: length(2 ** 20 + 1) },
    { status: 413, call: 'PATCH /tags/99', as: 'administrator', line: length(2 ** 20 + 1) },
    { status: 415, call: 'POST /tags', as: 'author', line: 'Content-Type: text/plain' },
    { status: 415, call: 'POST /tags', as: 'author', line: `${JSON_TYPE}; charset=utf-16` },
    { status: 415, call: 'POST /tags', as: 'author', line: 'Content-Encoding: gzip, gzip' },
  ];

  it.each([...refused, ...unreadable])(
    'is refused before it arrives: the $status of $call as $as',
    async ({ status, call, as, line = 'X: y' }) => {
      const lines = [JSON_TYPE, length(LARGE)].filter((other) => !isSameField(line, other));
      const socket = await open();
      socket.write(header(call, as, ...lines, line));
      expect(String(await once(socket, 'data'))).toMatch(RegExp(`^HTTP/1\\.1 ${status} `));
      socket.destroy();
    },
  );

  it.each(refused)(
    'is discarded when it is sent anyway: the client reads the $status of $call as $as',
    async ({ status, call, as }) => {
      const responses = Array.from({ length: 5 }, async () => {
        const socket = await open();
        socket.write(header(call, as, JSON_TYPE, length(LARGE)));
        socket.write('x'.repeat(LARGE));
        const response = String(await once(socket, 'data'));
        socket.destroy();
        return response;
      });
      for (const response of await Promise.all(responses))
        expect(response).toMatch(RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  it('is discarded when it is sent slowly: the client reads the response', async () => {
    const socket = await open();
    const response = once(socket, 'data');
    socket.write(header('POST /events', 'anonymous', JSON_TYPE, length(LARGE)));
    for (let sent = 0; sent < 12; sent++) {
      await sleep(200);
      expect(socket.errored).toBeNull();
      socket.write('x'.repeat(10_000));
    }
    expect(String(await response)).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it('is discarded when it is small, and the connection is kept alive', async () => {
    const socket = await open();
    const small = header('POST /events', 'anonymous', JSON_TYPE, length(2));
    for (let count = 0; count < 2; count++) {
      socket.write(`${small}{}`);
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 401 /);
    }
    socket.destroy();
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'can be compressed with %s, up to the limits of uncompressed bodies',
    async (coding, compress) => {
      const send = (content: string): ReturnType<typeof fetch> =>
        fetch(`${app.url}/tags`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${keys.administrator}`,
            'Content-Type': 'application/json',
            'Content-Encoding': coding,
          },
          body: compress(content),
        });
      expect((await send(JSON.stringify({ name: `Tag in ${coding}` }))).status).toBe(201);
      expect((await send(JSON.stringify({ name: 'x', more: 'x'.repeat(2 ** 20) }))).status).toBe(
        413,
      );
      expect((await send('{"a":'.repeat(21))).status).toBe(400);
      expect((await send(`{"a":[${'{},'.repeat(20_000)}{}]}`)).status).toBe(413);
    },
  );

  it('can begin with a byte order mark', async () => {
    const headers = { Authorization: `Bearer ${keys.administrator}` };
    const { status, body } = await app.post('/tags', '\ufeff{"name":"Marked"}', { headers });
    expect({ status, name: body.name }).toEqual({ status: 201, name: 'Marked' });
  });

  it('can be empty with chunked encoding', async () => {
    const socket = await open();
    const lines = [JSON_TYPE, 'Transfer-Encoding: chunked', 'Connection: close'];
    socket.write(`${header('POST /tags?name=Query', 'author', ...lines)}0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('can be chunked, also when it is large', async () => {
    const body = JSON.stringify({ name: 'In pieces', more: 'é'.repeat(300_000) });
    const socket = await open();
    const chunks = [JSON_TYPE, 'Transfer-Encoding: chunked', 'Connection: close'];
    socket.write(header('POST /tags', 'author', ...chunks));
    const bytes = Buffer.from(body);
    for (let from = 0; from < bytes.length; from += 99_999) {
      const piece = bytes.subarray(from, from + 99_999);
      socket.write(`${piece.length.toString(16)}\r\n`);
      socket.write(piece);
      socket.write('\r\n');
    }
    socket.write('0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('is refused as soon as a chunked body exceeds the limit', async () => {
    const socket = await open();
    const response = once(socket, 'data');
    socket.write(header('POST /tags', 'author', JSON_TYPE, 'Transfer-Encoding: chunked'));
    for (let count = 0; count < 3; count++) socket.write(`80000\r\n${'x'.repeat(2 ** 19)}\r\n`);
    expect(String(await response)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it.each([
    [400, 'nested too deeply', '['.repeat(21)],
    [413, 'of too many values', `{"a":[${'{},'.repeat(20_000)}{}]}`],
    [413, 'of too many keys in one object', JSON.stringify(Object.fromEntries(KEYS))],
  ])('is refused with a %i when it is %s', async (expected, _what, body) => {
    const headers = { Authorization: `Bearer ${keys.administrator}` };
    const { status } = await app.post('/tags', body, { headers });
    expect(status).toBe(expected);
  });

  it('may come in chunks of one byte', async () => {
    const socket = await open();
    const lines = [JSON_TYPE, 'Transfer-Encoding: chunked', 'Connection: close'];
    const body = JSON.stringify({ name: 'Byte by byte', more: 'x'.repeat(16_000) });
    const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join('');
    socket.write(`${header('POST /tags', 'author', ...lines)}${chunks}0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('is refused in more chunks than the limit', async () => {
    const socket = await open();
    const response = text(socket);
    socket.write(header('POST /tags', 'author', JSON_TYPE, 'Transfer-Encoding: chunked'));
    socket.write('1\r\nx\r\n'.repeat(17_000));
    expect(await response).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is refused as a form with too many parameters or too deep nesting', async () => {
    const headers = { Authorization: `Bearer ${keys.administrator}` };
    const send = async (form: string): Promise<number> =>
      (await app.post('/tags', new URLSearchParams(form), { headers })).status;
    expect(await send(`name=Form${'&a=1'.repeat(1000)}`)).toBe(413);
    expect(await send(`name=Form&a${'[a]'.repeat(21)}=1`)).toBe(400);
    expect(await send(`name=Form&a${'[a]'.repeat(20)}=1${'&b[]=1'.repeat(998)}`)).toBe(201);
  });

  it('is parsed last: a missing credential is reported before invalid JSON', async () => {
    const { status, body } = await app.post<ErrorBody>('/events', '{');
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'rest-unauthorized' });
  });
});

describe('The format of a body', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const send = (body: string | FormData | Buffer, type?: string) =>
    fetch(`${app.url}/events`, {
      method: 'POST',
      body,
      headers: type === undefined ? {} : { 'Content-Type': type },
    }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as ErrorBody & Record<string, unknown>,
    }));
  const EVENT = {
    title: 'Größe',
    start_date: '2027-05-01 10:00',
    end_date: '2027-05-01 12:00',
  };
  const formOf = (fields: Record<string, string>): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...EVENT, ...fields })) form.append(name, value);
    return form;
  };

  it.each([
    'application/merge-patch+json',
    'application/vnd.example+json; charset=utf8',
    'Application/JSON;charset="UTF_8"',
    'application/json; charset=us-ascii',
  ])('can be %s', async (type) => {
    const { status, body } = await send(JSON.stringify(EVENT), type);
    expect([status, body.title]).toEqual([201, 'Größe']);
  });

  it('can be a multipart form, with nested fields in brackets', async () => {
    const form = formOf({ 'venue[venue]': 'Café & Bar', all_day: '' });
    form.append('tags[]', 'one');
    form.append('tags[]', 'two=2');
    const { status, body } = await send(form);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Größe',
      venue: { venue: 'Café & Bar' },
      tags: [{ name: 'one' }, { name: 'two=2' }],
    });
  });

  it('is refused as a multipart form with a file, which is named in the error', async () => {
    const form = formOf({});
    form.append('image', new Blob([new Uint8Array([0xff, 0xd8])]), 'a.jpg');
    const { status, body } = await send(form);
    expect([status, body.code]).toEqual([415, 'rest-unsupported-media-type']);
    expect(body.message).toContain('image');
  });

  it('can be the multipart form of a page with an empty file input', async () => {
    const withFile = async (filename: string, content: string) => {
      const parts = Object.entries(EVENT).map(
        ([name, value]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const file = `--b\r\nContent-Disposition: form-data; name="image"${filename}\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`;
      const body = `${file}${parts.join('')}${file}--b--\r\n`;
      return send(body, 'multipart/form-data; boundary=b');
    };
    for (const filename of ['; filename=""', '']) {
      const { status, body } = await withFile(filename, '');
      expect(status).toBe(201);
      expect(body).toMatchObject({ title: 'Größe', image: false });
      expect((await withFile(filename, 'x')).status).toBe(415);
    }
    expect((await withFile('; filename="a.jpg"', '')).status).toBe(415);
  });

  it.each([
    ['Content-Transfer-Encoding: base64', 'WA==', 415],
    ['content-transfer-encoding: Quoted-Printable', '=58', 415],
    ['Content-Type: text/plain;\r\n charset="windows-1252"', 'x', 201],
    ['Content-Type: text/plain; charset=us-ascii', 'Groesse', 201],
    ['Content-Type: text/plain; charset=UTF-8', 'Größe', 201],
    ['Content-Transfer-Encoding: 8bit', 'Größe', 201],
    ['X-Other: charset=iso-8859-1', 'Größe', 201],
  ])('with a multipart part that has %j and %s gets %i', async (line, title, expected) => {
    const parts = Object.entries({ ...EVENT, title }).map(
      ([name, value]) =>
        `--b c\r\nContent-Disposition: form-data; name="${name}"\r\n` +
        `${name === 'title' ? `${line}\r\n` : ''}\r\n${value}\r\n`,
    );
    const type = 'multipart/form-data; boundary="b c"';
    const { status, body } = await send(`${parts.join('')}--b c--\r\n`, type);
    expect(status).toBe(expected);
    if (status === 201) expect(body.title).toBe(title);
    else expect(body.message).toContain('title');
  });

  it('can be a form with JSON for any list', async () => {
    const fields = {
      tags: ' ["a, b","c"]',
      categories: '["One"]',
      organizer: '[{"organizer":"A"}]',
    };
    const forms = [formOf(fields), new URLSearchParams({ ...EVENT, ...fields }).toString()];
    for (const form of forms) {
      const type = typeof form === 'string' ? 'application/x-www-form-urlencoded' : undefined;
      const { status, body } = await send(form, type);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        tags: [{ name: 'a, b' }, { name: 'c' }],
        categories: [{ name: 'One' }],
      });
    }
    const { body } = await send(formOf({ tags: '[a], b' }));
    expect(body).toMatchObject({ tags: [{ name: '[a]' }, { name: 'b' }] });
  });

  it.each([
    ['without its end', '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx'],
    ['without a part', 'title=x'],
    ['of nothing', '--b--\r\n'],
  ])('as a multipart form %s gets a 400', async (_what, form) => {
    const { status } = await send(form, 'multipart/form-data; boundary=b');
    expect(status).toBe(400);
  });

  it('as a multipart form without a boundary, or in Latin-1, gets a 400', async () => {
    const { body } = await send('title=x', 'multipart/form-data');
    expect([body.data.status, body.code]).toEqual([400, 'rest-invalid-json']);
    const part = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n';
    const latin = Buffer.concat([Buffer.from(part), Buffer.from([0xfc]), Buffer.from('\r\n--b--')]);
    const response = await send(latin, 'multipart/form-data; boundary=b');
    expect(response.status).toBe(400);
    expect(response.body.message).toContain('UTF-8');
  });

  it('as a multipart form with too many parts gets a 413', async () => {
    const form = formOf({});
    for (let count = 0; count < 1001; count++) form.append('tags[]', 'a');
    const { status, body } = await send(form);
    expect([status, body.code]).toEqual([413, 'rest-body-too-large']);
  });

  it.each(['{"title":"x"}', ' [1]', encodeURIComponent('{"title":"x"}')])(
    'as JSON with the content type of a form gets an error that names the right one: %s',
    async (json) => {
      const { status, body } = await send(json, 'application/x-www-form-urlencoded');
      expect([status, body.code]).toEqual([400, 'rest-invalid-json']);
      expect(body.message).toContain('Content-Type: application/json');
    },
  );
});
