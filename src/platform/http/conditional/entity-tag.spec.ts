import { entityTag, opaqueTag, readTags } from './entity-tag';

describe('entityTag', () => {
  it('is strong, and differs for another text', () => {
    const tag = entityTag('text');
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(entityTag('text')).toBe(tag);
    expect(entityTag('text', '')).not.toBe(tag);
  });
});

describe('readTags', () => {
  it.each<[string, '*' | string[]]>([
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['W/"a"', ['W/"a"']],
    ['"a", W/"b","c"', ['"a"', 'W/"b"', '"c"']],
    [', "a" ,, "b" ,', ['"a"', '"b"']],
    ['"a,b", "c d"', ['"a,b"', '"c d"']],
    ['""', ['""']],
    ['', []],
  ])('parses %j as %j', (field, tags) => {
    expect(readTags(field)).toEqual(tags);
  });

  it.each(['a', '"a', 'a"', '"a", b', 'w/"a"', '*, "a"', '"a";"b"', "'a'"])(
    'refuses %j',
    (field) => {
      expect(readTags(field)).toBeUndefined();
    },
  );

  it('parses any length in linear time', () => {
    for (const field of [' '.repeat(100_000), '"'.repeat(99_999), 'W/'.repeat(50_000)])
      readTags(`${field}x`);
  });
});

describe('opaqueTag', () => {
  it.each([
    ['"a"', '"a"'],
    ['W/"a"', '"a"'],
    ['"W/"', '"W/"'],
  ])('maps %s to %s', (tag, other) => {
    expect(opaqueTag(tag)).toBe(other);
  });
});
