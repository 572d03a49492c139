import { Problem } from '../errors';
import { fingerprintOf, hashOf, readKey, type Scope } from './request-key';

describe('readKey', () => {
  it.each([
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    [String.raw`a"b\c`, String.raw`a"b\c`],
    ['~', '~'],
    ['k'.repeat(255), 'k'.repeat(255)],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ])('parses %j as %j', (header, key) => {
    expect(readKey(header)).toBe(key);
  });

  it.each([
    '',
    '""',
    '"',
    '"open',
    '"a"; version=1',
    String.raw`"a\b"`,
    '"a"b"',
    'two words',
    '"two words"',
    'first, second',
    'schlüssel',
    'tab\there',
    'nul\u0000',
    'del\u007f',
    'line\nbreak',
    'k'.repeat(256),
    `"${'k'.repeat(256)}"`,
  ])('refuses %j, and names the header field', (header) => {
    const problem = refusal(header);
    expect(problem.code).toBe('rest-invalid-param');
    expect(Object.keys(problem.body.data.params ?? {})).toEqual(['Idempotency-Key']);
  });
});

function refusal(header: string): Problem {
  try {
    readKey(header);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error(`${header} was not refused.`);
}

const SCOPE: Scope = { caller: 'key:1', method: 'POST', route: '/events' };

describe('fingerprintOf', () => {
  const body = { title: 'Night', tags: ['a', 'b'], venue: { venue: 'Park', city: 'Bern' } };

  it.each<[string, unknown]>([
    ['the same', structuredClone(body)],
    [
      'one in another order',
      { venue: { city: 'Bern', venue: 'Park' }, tags: ['a', 'b'], title: 'Night' },
    ],
  ])('is equal for a body and %s', (_what, other) => {
    expect(fingerprintOf(other, {}, 'k')).toBe(fingerprintOf(body, {}, 'k'));
  });

  it.each<[string, unknown]>([
    ['another value', { ...body, title: 'Day' }],
    ['a field less', { title: 'Night', tags: ['a', 'b'] }],
    ['a field more', { ...body, cost: null }],
    ['a list in another order', { ...body, tags: ['b', 'a'] }],
    ['an inner field changed', { ...body, venue: { venue: 'Park', city: 'Basel' } }],
    ['another type', { ...body, title: ['Night'] }],
    ['a field of the name __proto__', JSON.parse('{"__proto__":1,"title":"Night"}')],
    ['nothing', {}],
  ])('differs for a body with %s', (_what, other) => {
    expect(fingerprintOf(other, {}, 'k')).not.toBe(fingerprintOf(body, {}, 'k'));
  });

  it('differs for another parameter of the path', () => {
    const [one, other] = [{ uid: 'a' }, { uid: 'b' }].map((path) => fingerprintOf(body, path, 'k'));
    expect(one).not.toBe(other);
    expect(one).not.toBe(fingerprintOf(body, {}, 'k'));
  });

  it('depends on the key', () => {
    expect(fingerprintOf(body, {}, 'k')).not.toBe(fingerprintOf(body, {}, 'other'));
  });
});

describe('hashOf', () => {
  it('is 64 hexadecimal digits', () => {
    expect(hashOf(SCOPE, 'k')).toMatch(/^[\da-f]{64}$/);
    expect(hashOf({ ...SCOPE }, 'k')).toBe(hashOf(SCOPE, 'k'));
  });

  it.each<[string, Partial<Scope>, string]>([
    ['caller', { caller: '' }, 'k'],
    ['method', { method: 'PUT' }, 'k'],
    ['route', { route: '/venues' }, 'k'],
    ['key', {}, 'K'],
    ['division of the same text', { caller: 'key:', method: '1POST' }, 'k'],
  ])('differs for another %s', (_what, change, key) => {
    expect(hashOf({ ...SCOPE, ...change }, key)).not.toBe(hashOf(SCOPE, 'k'));
  });
});
