import { createHmac, createPublicKey } from 'node:crypto';
import SwaggerParser from '@apidevtools/swagger-parser';
import { decodeProtectedHeader, type JWTPayload } from 'jose';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';
import { createKey, type SigningKey, TestIssuer } from '../support/issuer';
import type { Document } from '../support/openapi-document';

const AUDIENCE = 'calendar';
const MINUTE = 60_000;

let issuer: TestIssuer;
let app: TestApp;
let key: string;
let rsa: SigningKey;
let serial = 0;

const settings = (of: TestIssuer): Record<string, string> => ({
  ACCESS: 'protected',
  OIDC_ISSUER: of.address,
  OIDC_AUDIENCE: AUDIENCE,
  TRUSTED_PROXIES: 'loopback',
});

const now = (): number => Math.floor(Date.now() / 1000);

const claimsOf = (of: TestIssuer, claims: JWTPayload = {}): JWTPayload => ({
  iss: of.address,
  aud: AUDIENCE,
  sub: 'b7a3',
  exp: now() + 300,
  role: 'editor',
  ...claims,
});

const token = (claims: JWTPayload = {}, signer = rsa, header: Fields = {}): Promise<string> =>
  signer.sign(claimsOf(issuer, claims), header);

const from = (bearer: string): Record<string, string> => ({
  Authorization: `Bearer ${bearer}`,
  // Each from an address without failed attempts.
  'X-Forwarded-For': `192.0.2.${++serial % 250}`,
});

const read = (bearer: string, of = app, path = '/tags'): Promise<TestResponse> =>
  of.request('GET', path, { headers: from(bearer) });

/** The time as the service sees it. */
const later = (milliseconds: number): void => {
  for (const clock of [Date, performance]) {
    const real = clock.now();
    jest.spyOn(clock, 'now').mockReturnValue(real + milliseconds);
  }
};

beforeAll(async () => {
  rsa = await createKey('RS256', 'rsa-1');
  issuer = await TestIssuer.start(rsa);
  app = await startApp(settings(issuer));
  key = (await app.nest.get(ApiKeys).create('importer', 'editor', 1, new Date())) ?? '';
});
afterAll(async () => {
  await app.close();
  await issuer.stop();
});
afterEach(() => jest.restoreAllMocks());

describe('A token of an issuer with several keys', () => {
  const ALGORITHMS = ['RS256', 'PS384', 'ES256', 'ES512', 'EdDSA'];
  let signers: SigningKey[];
  let other: TestIssuer;
  let service: TestApp;
  beforeAll(async () => {
    const others = ALGORITHMS.slice(1).map((alg) => createKey(alg, `of ${alg}`));
    signers = [rsa, ...(await Promise.all(others))];
    other = await TestIssuer.start(...signers);
    service = await startApp(settings(other));
  });
  afterAll(async () => {
    await service.close();
    await other.stop();
  });

  it.each(ALGORITHMS)('can be signed with %s', async (alg) => {
    const bearer = await signers[ALGORITHMS.indexOf(alg)].sign(claimsOf(other));
    expect(decodeProtectedHeader(bearer).alg).toBe(alg);
    expect((await read(bearer, service, '/events?status=draft')).status).toBe(200);
  });
});

describe('A token of the issuer', () => {
  const CASES: Record<Exclude<Role, 'anonymous'>, [drafts: number, tag: number, rename: number]> = {
    subscriber: [403, 403, 403],
    contributor: [200, 403, 403],
    author: [200, 201, 403],
    editor: [200, 201, 200],
    administrator: [200, 201, 200],
  };
  it.each(Object.entries(CASES))('has the rights of the role %s', async (role, statuses) => {
    const headers = from(await token({ role }));
    const tag = await app.post('/tags', { name: `of ${role}` }, { headers: from(key) });
    const responses = [
      await app.request('GET', '/events', { headers, query: { status: 'draft' } }),
      await app.post('/tags', { name: `by ${role}` }, { headers }),
      await app.patch(`/tags/${String(tag.body.id)}`, { name: `again ${role}` }, { headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual(statuses);
  });

  it.each([
    ['no role', {}],
    ['a role that is not known', { role: 'superuser' }],
    ['the role anonymous', { role: 'anonymous' }],
  ])('with %s has the rights of a subscriber', async (_what, claims) => {
    const bearer = await token({ role: undefined, ...claims });
    expect((await read(bearer)).status).toBe(200);
    expect((await read(bearer, app, '/events?status=draft')).status).toBe(403);
  });

  it('makes the author in its claim the owner of new records', async () => {
    const contributor = (author: unknown): Promise<string> =>
      token({ role: 'contributor', author });
    const headers = from(await contributor('7'));
    const { status, body } = await app.post('/venues', { venue: 'Hall' }, { headers });
    expect({ status, author: body.author }).toEqual({ status: 201, author: '7' });
    const path = `/venues/${String(body.id)}`;
    expect((await read(await contributor(7), app, path)).status).toBe(200);
    expect((await read(await contributor(8), app, path)).status).toBe(403);
    expect((await read(await contributor(undefined), app, path)).status).toBe(403);
  });

  it('can be for several audiences, and is accepted shortly after its expiry', async () => {
    const aud = ['accounts', AUDIENCE];
    expect((await read(await token({ aud, exp: now() - 1 }))).status).toBe(200);
  });

  it('is refused as a Basic password', async () => {
    const pair = Buffer.from(`importer:${await token()}`).toString('base64');
    const headers = { ...from(''), Authorization: `Basic ${pair}` };
    expect((await app.request('GET', '/tags', { headers })).status).toBe(401);
  });
});

describe('A role', () => {
  it.each([
    ['realm_access.roles', { realm_access: { roles: ['offline_access', 'author'] } }],
    ['https://example.org/role', { 'https://example.org/role': 'author' }],
  ])('is read from the claim %s', async (OIDC_ROLE_CLAIM, claims) => {
    const service = await startApp({ ...settings(issuer), OIDC_ROLE_CLAIM });
    const headers = from(await token({ role: undefined, ...claims }));
    expect((await service.post('/tags', { name: 'a' }, { headers })).status).toBe(201);
    await service.close();
  });
});

describe('A token is refused', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  const tampered = async (): Promise<string> => {
    const [header, , signature] = (await token({ role: 'subscriber' })).split('.');
    return [header, part(claimsOf(issuer, { role: 'administrator' })), signature].join('.');
  };
  /** A service that trusted the algorithm of the token would use the public key as a secret. */
  const withPublicKeyAsSecret = (): string => {
    const publicKey = createPublicKey({ key: rsa.publicKey, format: 'jwk' });
    const secret = publicKey.export({ type: 'spki', format: 'pem' });
    const signed = `${part({ alg: 'HS256', kid: 'rsa-1' })}.${part(claimsOf(issuer))}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const unsigned = (): string => `${part({ alg: 'none' })}.${part(claimsOf(issuer))}.`;
  let anotherKey: SigningKey;
  const byAnotherKey = (kid: string): Promise<string> => token({}, anotherKey, { kid });
  beforeAll(async () => {
    anotherKey = await createKey('RS256', 'another');
  });

  it.each<[string, () => string | Promise<string>]>([
    ['of another issuer', () => token({ iss: 'https://other.example.org' })],
    ['without an issuer', () => token({ iss: undefined })],
    ['for another audience', () => token({ aud: 'accounts' })],
    ['without an audience', () => token({ aud: undefined })],
    ['that has expired', () => token({ exp: now() - 60 })],
    ['that does not expire', () => token({ exp: undefined })],
    ['that is not valid yet', () => token({ nbf: now() + 60 })],
    ['without a subject', () => token({ sub: undefined })],
    ['with an empty subject', () => token({ sub: '' })],
    ['whose subject is too long', () => token({ sub: 'x'.repeat(256) })],
    ['that ends a session', () => token({}, rsa, { typ: 'logout+jwt' })],
    ['that was changed', tampered],
    ['of an unknown key', () => byAnotherKey('unknown')],
    ['by another key under the name of the real one', () => byAnotherKey('rsa-1')],
    ['signed with the public key as a secret', withPublicKeyAsSecret],
    ['that is not signed', unsigned],
    ['with a header that cannot be read', () => 'a.b.c'],
    ['of empty parts', () => '..'],
  ])('%s', async (_what, bearer) => {
    const { status, headers, body } = await read(await bearer());
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'rest-unauthorized' });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token".*Basic/);
  });

  it('with a hint that it has expired', async () => {
    const { body } = await read(await token({ exp: now() - 60 }));
    expect(body.message).toBe('The token has expired.');
  });

  it('without a rate limit for expired ones', async () => {
    const headers = from(await token({ exp: now() - 60 }));
    const statuses = new Set<number>();
    for (let i = 0; i < 12; i++)
      statuses.add((await app.request('GET', '/tags', { headers })).status);
    expect([...statuses]).toEqual([401]);
    const fresh = { ...headers, Authorization: `Bearer ${await token()}` };
    expect((await app.request('GET', '/tags', { headers: fresh })).status).toBe(200);
  });
});

describe('The keys of the issuer', () => {
  it('are all tried for a token without a key id', async () => {
    const [first, second] = [await createKey('ES256', '1'), await createKey('ES256', '2')];
    const other = await TestIssuer.start(first, second);
    const service = await startApp(settings(other));
    const responseTo = async (signer: SigningKey, claims: JWTPayload = {}): Promise<TestResponse> =>
      read(await signer.sign(claimsOf(other, claims), { kid: undefined }), service);

    expect((await responseTo(first)).status).toBe(200);
    expect((await responseTo(second)).status).toBe(200);
    expect((await responseTo(await createKey('ES256', '3'))).status).toBe(401);
    const expired = await responseTo(second, { exp: now() - 60 });
    expect(expired).toMatchObject({ status: 401, body: { message: 'The token has expired.' } });
    await service.close();
    await other.stop();
  });

  it('are reloaded when they change', async () => {
    const [first, second] = [await createKey('ES256', '1'), await createKey('EdDSA', '2')];
    const other = await TestIssuer.start(first);
    const service = await startApp(settings(other));
    const status = async (signer: SigningKey): Promise<number> =>
      (await read(await signer.sign(claimsOf(other, { exp: now() + 3600 })), service)).status;

    expect([await status(first), await status(second)]).toEqual([200, 401]);
    other.keys = [first, second];
    later(MINUTE);
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    other.keys = [second];
    expect(await status(first)).toBe(200);
    jest.restoreAllMocks();
    later(12 * MINUTE);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    await service.close();
    await other.stop();
  });
});

describe('An issuer that does not respond', () => {
  let other: TestIssuer;
  let service: TestApp;
  let bearer: string;
  let own: string;

  beforeEach(async () => {
    other = await TestIssuer.start(rsa);
    service = await startApp(settings(other));
    own = (await service.nest.get(ApiKeys).create('importer', 'editor', 1, new Date())) ?? '';
    bearer = await rsa.sign(claimsOf(other, { exp: now() + 3600 }));
  });
  afterEach(async () => {
    await service.close();
    await other.stop();
  });

  const isUnavailable = ({ status, headers, body }: TestResponse): void => {
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'rest-issuer-unavailable' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };

  it('causes a 503 for its tokens until it responds, while keys are accepted', async () => {
    await other.stop();
    isUnavailable(await read(bearer, service));
    expect((await read(own, service)).status).toBe(200);
    for (const foreign of ['a.b.c', await token()])
      expect((await read(foreign, service)).status).toBe(401);
    await other.start();
    isUnavailable(await read(bearer, service));
    later(MINUTE);
    expect((await read(bearer, service)).status).toBe(200);
  });

  it('is not needed while its keys are cached', async () => {
    expect((await read(bearer, service)).status).toBe(200);
    await other.stop();
    later(9 * MINUTE);
    const unknown = await createKey('ES256', 'new');
    isUnavailable(await read(await unknown.sign(claimsOf(other)), service));
    expect((await read(bearer, service)).status).toBe(200);
    jest.restoreAllMocks();
    later(11 * MINUTE);
    isUnavailable(await read(bearer, service));
    await other.start();
    jest.restoreAllMocks();
    later(12 * MINUTE);
    expect((await read(bearer, service)).status).toBe(200);
  });

  it('is requested with a timeout, and not by every request', async () => {
    other.isSilent = true;
    isUnavailable(await read(bearer, service));
    const start = performance.now();
    isUnavailable(await read(bearer, service));
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('is logged once, without the token', async () => {
    const lines: string[] = [];
    const keep = (line: string): number => lines.push(line);
    service.nest.useLogger({ log: keep, warn: keep, error: keep });
    await other.stop();
    await Promise.all([read(bearer, service), read(bearer, service)]);
    service.nest.useLogger(false);
    await other.start();
    expect(lines).toEqual([expect.stringContaining(`${other.address} is unavailable: `)]);
    expect(lines[0]).not.toContain(bearer);
  });

  it.each<[string, Fields]>([
    ['names another issuer', { issuer: 'https://other.example.org' }],
    ['has its keys at an insecure address', { jwks_uri: 'http://keys.example.org/keys' }],
    ['has no keys', { jwks_uri: undefined }],
    ['has keys at an address that does not exist', { jwks_uri: '' }],
  ])('with a discovery document that %s is handled the same', async (_what, wrong) => {
    const { description } = other;
    other.description = { ...description, ...wrong };
    isUnavailable(await read(bearer, service));
    other.description = description;
    later(MINUTE);
    expect((await read(bearer, service)).status).toBe(200);
  });

  it('can move its keys to another address', async () => {
    const { description } = other;
    other.description = { ...description, jwks_uri: `${other.address}/moved` };
    isUnavailable(await read(bearer, service));
    other.description = description;
    later(MINUTE);
    expect((await read(bearer, service)).status).toBe(200);
  });
});

describe('With ACCESS=open', () => {
  let open: TestApp;
  beforeAll(async () => {
    open = await startApp({ ...settings(issuer), ACCESS: 'open' });
  });
  afterAll(() => open.close());

  it('an invalid token is ignored without a request to the issuer', async () => {
    const down = await TestIssuer.start(rsa);
    await down.stop();
    const service = await startApp({ ...settings(down), ACCESS: 'open' });
    expect((await read(await rsa.sign(claimsOf(down)), service)).status).toBe(200);
    expect((await read(await token({ exp: 1 }), open)).status).toBe(200);
    await service.close();
  });

  it('a valid token of an editor opens a protected event', async () => {
    const { id } = await open.createEvent({ password: 'open sesame' });
    const path = `/events/${id}`;
    expect((await read(await token(), open, path)).status).toBe(200);
    expect((await read(await token({ exp: 1 }), open, path)).status).toBe(403);
  });

  it('a valid token without the right to edit all events does not open a protected event', async () => {
    const { id } = await open.createEvent({ password: 'open sesame' });
    const bearer = await token({ role: 'subscriber' });
    expect((await read(bearer, open, `/events/${id}`)).status).toBe(403);
    expect((await read(bearer, open, '/events?status=draft')).status).toBe(200);
  });

  it('a creation can be repeated with a renewed or expired token', async () => {
    const create = async (authorization: Record<string, string>): Promise<TestResponse> =>
      open.post(
        '/tags',
        { name: 'Renewed' },
        { headers: { ...authorization, 'Idempotency-Key': 'renewed' } },
      );
    const first = await create(from(await token()));
    expect(first.status).toBe(201);
    for (const headers of [from(await token({ sub: 'other' })), from(await token({ exp: 1 })), {}])
      expect((await create(headers)).body).toEqual(first.body);
  });
});

describe('The OpenAPI documents with an issuer', () => {
  it('have the discovery address and the operations that accept its tokens', async () => {
    const { body } = await app.get<Document>('/doc');
    await SwaggerParser.validate(structuredClone(body) as never);
    expect(body.components).toMatchObject({
      securitySchemes: {
        openIdConnect: {
          type: 'openIdConnect',
          openIdConnectUrl: `${issuer.address}/.well-known/openid-configuration`,
        },
      },
    });
    expect(body.paths['/events'].post.security).toContainEqual({ openIdConnect: [] });
  });
});
