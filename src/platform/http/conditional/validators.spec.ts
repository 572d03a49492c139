import { entityTag, isOfVersion, lastChange, recordValidators, type Versioned } from './validators';

const NOW = new Date('2030-01-01T00:00:00Z');
const ROW: Versioned = { id: 12, version: 3 };
const VENUES: Versioned[] = [
  { id: 1, version: 1 },
  { id: 2, version: 1 },
];
const TERMS: Versioned[] = [{ id: 1, version: 1, count: 5 }];

const tagOf = (row = ROW, linked = [VENUES, TERMS], buildHash = 'en'): string =>
  recordValidators(row, linked, buildHash, NOW).etag;

describe('entityTag', () => {
  it('is strong, and differs for another text', () => {
    const tag = entityTag('text');
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(entityTag('text')).toBe(tag);
    expect(entityTag('text', '')).not.toBe(tag);
  });
});

describe('The tag of a record', () => {
  it('is strong, and begins with its id and its version', () => {
    expect(tagOf()).toMatch(/^"12\.3-[\w-]{16}"$/);
    expect(tagOf()).toBe(tagOf({ ...ROW, modified_utc: '2020-05-01 10:00:00' }));
  });

  it.each<[string, string]>([
    ['version', tagOf({ ...ROW, version: 4 })],
    ['record', tagOf({ ...ROW, id: 13 })],
    ['figure', tagOf({ ...ROW, count: 1 })],
    ['build hash', tagOf(ROW, [VENUES, TERMS], 'de')],
    ['venue', tagOf(ROW, [[VENUES[0], { id: 3, version: 1 }], TERMS])],
    ['version of a venue', tagOf(ROW, [[VENUES[0], { id: 2, version: 2 }], TERMS])],
    ['order of venues', tagOf(ROW, [[...VENUES].reverse(), TERMS])],
    ['number of venues', tagOf(ROW, [VENUES.slice(1), TERMS])],
    ['figure of a term', tagOf(ROW, [VENUES, [{ ...TERMS[0], count: 6 }]])],
    ['kind of what is linked', tagOf(ROW, [TERMS, VENUES])],
  ])('changes with another %s', (_what, tag) => {
    expect(tag).not.toBe(tagOf());
  });

  it.each([
    [tagOf(), true],
    [tagOf(ROW, [], 'fr'), true],
    ['"12.3-"', true],
    ['"12.3"', false],
    ['"12.31-abc"', false],
    ['"112.3-abc"', false],
    [tagOf({ ...ROW, version: 2 }), false],
    ['""', false],
  ])('isOfVersion of %s is %s', (tag, expected) => {
    expect(isOfVersion(tag, ROW)).toBe(expected);
  });
});

describe('lastChange', () => {
  const past = '2020-01-01 00:00:00.000';
  const later = new Date('2020-01-02T00:00:00Z');
  const ahead = '2999-01-01 00:00:00';

  it.each<[string, Partial<Versioned>[], string | undefined]>([
    ['nothing', [{}], undefined],
    ['one date', [{ modified_utc: past }], '2020-01-01'],
    ['the latest of several rows', [{ modified_utc: past }, { modified_utc: later }], '2020-01-02'],
    ['a publication since', [{ modified_utc: past, date_utc: later }], '2020-01-02'],
    ['no publication ahead', [{ modified_utc: past, date_utc: ahead }], '2020-01-01'],
  ])('is determined by %s', (_what, rows, day) => {
    const changed = lastChange(
      rows.map((row) => ({ ...ROW, ...row })),
      NOW,
    );
    expect(changed?.toISOString().slice(0, 10)).toBe(day);
  });

  it('reports publications ahead', () => {
    const dates: Date[] = [];
    lastChange([{ ...ROW, date_utc: ahead }, ROW], NOW, (date) => dates.push(date));
    expect(dates).toEqual([new Date('2999-01-01T00:00:00Z')]);
  });

  it('is never later than the request', () => {
    expect(lastChange([{ ...ROW, modified_utc: ahead }], NOW)).toEqual(NOW);
  });
});
