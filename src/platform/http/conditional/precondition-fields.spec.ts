import { opaqueTag, readHttpDate, readTags } from './precondition-fields';

describe('readTags', () => {
  it.each<[string, '*' | string[]]>([
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['W/"a"', ['W/"a"']],
    ['"a", W/"b","c"', ['"a"', 'W/"b"', '"c"']],
    [', "a" ,, "b" ,', ['"a"', '"b"']],
    ['"a,b", "c d"', ['"a,b"', '"c d"']],
    ['"a-gzip", W/"b-br"', ['"a-gzip"', '"a"', 'W/"b-br"', 'W/"b"']],
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

const NOW = new Date('2027-05-02T10:00:00Z');

describe('readHttpDate', () => {
  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    [' Sat, 01 May 2027 10:00:00 GMT ', '2027-05-01T10:00:00.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Saturday, 01-May-27 10:00:00 GMT', '2027-05-01T10:00:00.000Z'],
    ['Friday, 01-May-76 10:00:00 GMT', '2076-05-01T10:00:00.000Z'],
    ['Monday, 01-May-78 10:00:00 GMT', '1978-05-01T10:00:00.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Sat May 01 10:00:00 2027', '2027-05-01T10:00:00.000Z'],
  ])('parses %j as %s', (field, instant) => {
    expect(readHttpDate(field, NOW)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    'yesterday',
    '0',
    '1994',
    '2027-05-01T10:00:00Z',
    '2027-05-01 10:00:00',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun, 06 nov 1994 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
  ])('ignores %j', (field) => {
    expect(readHttpDate(field, NOW)).toBeUndefined();
  });
});
