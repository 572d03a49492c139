import fc from 'fast-check';
import { KINDS } from './kinds';
import { readToken, TOKEN_MAX, writeToken } from './sync-token';

const IDENTITY_END = 2 ** 48 - 1;

const position = fc.record({
  number: fc.maxSafeNat(),
  identity: fc.nat(2 ** 31 - 1).map((part) => IDENTITY_END - 1 - part),
});
const token = fc.record(
  {
    scope: fc.constantFrom('all' as const, 'public' as const),
    kinds: fc.subarray([...KINDS], { minLength: 1 }),
    position,
    seen: position,
    reached: fc.record({ kind: fc.nat(KINDS.length - 1), id: fc.maxSafeNat() }),
  },
  { requiredKeys: ['scope', 'kinds', 'position', 'seen'] },
);

describe('A sync token', () => {
  it('is short, and survives writing and reading', () => {
    fc.assert(
      fc.property(token, (written) => {
        const text = writeToken(written);
        expect(readToken(text)).toEqual(written);
        expect(text).toMatch(/^[\w-]+$/);
        expect(text.length).toBeLessThanOrEqual(TOKEN_MAX);
      }),
      { seed: 1 },
    );
  });

  it('is rejected after any modification', () => {
    const text = writeToken({
      scope: 'public',
      kinds: KINDS,
      position: { number: 7, identity: 77 },
      seen: { number: 8, identity: 88 },
    });
    const wrong = ['', 'x', `${text}=`, `${text} `, text.slice(1), text.slice(0, -1), `${text}AA`];
    const bits = (mask: number): string =>
      Buffer.from(`1.p.${mask.toString(36)}.7.25.8.2g`).toString('base64url');
    expect(readToken(bits(63))).toBeDefined();
    for (const sent of [...wrong, bits(0), bits(64), bits(63).repeat(20)])
      expect([sent, readToken(sent)]).toEqual([sent, undefined]);
  });

  it('never causes an exception when read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        readToken(text);
        readToken(Buffer.from(text).toString('base64url'));
        readToken(Buffer.from(`1.p.${text}`).toString('base64url'));
      }),
      { seed: 1 },
    );
  });
});
