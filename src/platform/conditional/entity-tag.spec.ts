import { entityTag, opaqueTag, readTags } from './entity-tag';

describe('The entity tag of a text', () => {
  it('is strong, and another one for another text', () => {
    const tag = entityTag('text');
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(entityTag('text')).toBe(tag);
    expect(entityTag('text', '')).not.toBe(tag);
  });
});

describe('A header field with entity tags', () => {
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
  ])('%j names the tags %j', (field, tags) => {
    expect(readTags(field)).toEqual(tags);
  });

  it.each(['a', '"a', 'a"', '"a", b', 'w/"a"', '*, "a"', '"a";"b"', "'a'"])(
    '%j is no list of tags',
    (field) => {
      expect(readTags(field)).toBeUndefined();
    },
  );

  it('of any length is read in no time', () => {
    for (const field of [' '.repeat(100_000), '"'.repeat(99_999), 'W/'.repeat(50_000)])
      readTags(`${field}x`);
  });
});

describe('The weak comparison', () => {
  it.each([
    ['"a"', '"a"'],
    ['W/"a"', '"a"'],
    ['"W/"', '"W/"'],
  ])('takes %s for %s', (tag, other) => {
    expect(opaqueTag(tag)).toBe(other);
  });
});
