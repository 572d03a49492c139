import { entityTag, isKnown } from './entity-tag';

const TAG = entityTag('text');

describe('An entity tag', () => {
  it('is strong, and another one for another text', () => {
    expect(TAG).toMatch(/^"[\w-]{43}"$/);
    expect(entityTag('text')).toBe(TAG);
    expect(entityTag('text', '')).not.toBe(TAG);
  });

  it.each([TAG, `W/${TAG}`, `"a", ${TAG}`, `"a",W/${TAG} , "b"`, '*'])(
    'is known to a client that sends %s',
    (sent) => {
      expect(isKnown(TAG, sent)).toBe(true);
    },
  );

  it.each([undefined, '', '"a"', TAG.slice(1)])('is not known to one that sends %s', (sent) => {
    expect(isKnown(TAG, sent)).toBe(false);
  });
});
