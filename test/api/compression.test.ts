import { once } from 'node:events';
import { request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Fields, startApp, type TestApp } from '../support/app';

interface Received {
  status: number;
  encoding: string | undefined;
  etag: string;
  vary: string;
  bytes: Buffer;
  text: string;
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

describe('A compressed response', () => {
  let app: TestApp;
  let item: string;
  beforeAll(async () => {
    app = await startApp();
    const { id } = await app.createEvent({ title: 'Compressed', description: 'x'.repeat(2000) });
    item = `/events/${id}`;
    for (let n = 0; n < 3; n++) await app.createVenue({ description: `${n}`.repeat(2000) });
  });
  afterAll(() => app.close());

  const receive = async (
    path: string,
    headers: Record<string, string>,
    method = 'GET',
    body = '',
  ): Promise<Received> => {
    const address = path.startsWith('/docs') ? `${app.origin}${path}` : `${app.url}${path}`;
    const request = send(address, { method, headers: { connection: 'close', ...headers } });
    request.end(body);
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
    const bytes = await buffer(response);
    const encoding = response.headers['content-encoding'];
    const decode = DECODERS[encoding ?? ''] as ((bytes: Buffer) => Buffer) | undefined;
    return {
      status: response.statusCode ?? 0,
      encoding,
      etag: response.headers.etag ?? '',
      vary: response.headers.vary ?? '',
      bytes,
      text: (decode && bytes.length > 0 ? decode(bytes) : bytes).toString(),
    };
  };
  const BROTLI = { 'accept-encoding': 'gzip, deflate, br' };

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
  ])('is negotiated by Accept-Encoding: %s', async (accepted, encoding) => {
    const plain = await receive('/venues', {});
    const reply = await receive('/venues', { 'accept-encoding': accepted });
    expect({ encoding: reply.encoding, text: reply.text }).toEqual({
      encoding,
      text: plain.text,
    });
    expect(reply.vary).toContain('Accept-Encoding');
    if (encoding !== undefined) expect(reply.bytes.length).toBeLessThan(plain.bytes.length / 2);
  });

  it('is not sent if it is small', async () => {
    expect(await receive('/tags', BROTLI)).toMatchObject({ status: 200, encoding: undefined });
  });

  it.each(['/venues', '/doc', '/docs', '{item}'])(
    'has the ETag of the record at %s',
    async (path) => {
      const address = path.replace('{item}', item);
      const [plain, brotli, gzip] = [
        await receive(address, {}),
        await receive(address, BROTLI),
        await receive(address, { 'accept-encoding': 'gzip' }),
      ];
      expect(new Set([plain, brotli, gzip].map(({ etag }) => etag)).size).toBe(1);
      for (const { etag, encoding = 'identity' } of [plain, brotli, gzip]) {
        expect(etag).toMatch(/^"[^"]+"$/);
        const headers = { 'accept-encoding': encoding, 'if-none-match': `"other", ${etag}` };
        expect(await receive(address, headers)).toMatchObject({ status: 304, etag, text: '' });
      }
    },
  );

  it.each(['br', 'gzip', 'identity'])(
    'is accepted in If-Match by its ETag (%s)',
    async (encoding) => {
      const { etag } = await receive(item, { 'accept-encoding': encoding });
      const patch = (fields: Fields): Promise<Received> =>
        receive(
          item,
          { 'if-match': etag, 'content-type': 'application/json' },
          'PATCH',
          JSON.stringify(fields),
        );
      expect((await patch({ description: `Written for ${encoding}` })).status).toBe(200);
      expect((await patch({ description: 'Late' })).status).toBe(412);
    },
  );

  it('is not sent for requests with a credential or a password', async () => {
    const credential = { ...BROTLI, authorization: 'Bearer unknown' };
    expect(await receive('/venues', credential)).toMatchObject({
      status: 200,
      encoding: undefined,
    });
    const opened = await receive(`${item}?password=sesame`, BROTLI);
    expect(opened).toMatchObject({ status: 200, encoding: undefined });
    const written = await receive(
      item,
      { ...BROTLI, 'content-type': 'application/json' },
      'PATCH',
      '{"password":""}',
    );
    expect(written).toMatchObject({ status: 200, encoding: undefined });
  });

  it('can be a large page', async () => {
    for (let n = 0; n < 30; n++)
      await app.createOrganizer({ description: `${n}${'🎪'.repeat(19_990)}` });
    const page = '/organizers?per_page=50';
    const plain = await receive(page, {});
    const reply = await receive(page, BROTLI);
    expect({ encoding: reply.encoding, isSame: reply.text === plain.text }).toEqual({
      encoding: 'br',
      isSame: true,
    });
    expect(plain.bytes.length).toBeGreaterThan(2_000_000);
  });

  it.each(['docs.js', 'style.css'])('can be a file: %s', async (name) => {
    const path = `/docs/${name}`;
    const [plain, brotli] = [await receive(path, {}), await receive(path, BROTLI)];
    expect({ encoding: brotli.encoding, isSame: brotli.text === plain.text }).toEqual({
      encoding: 'br',
      isSame: true,
    });
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2);
    const headers = { ...BROTLI, 'if-none-match': brotli.etag };
    expect(await receive(path, headers)).toMatchObject({ status: 304, etag: brotli.etag });
  });
});
