import { KnownRows, type LinkedRow, type RowVersion } from './known-rows';

interface Named extends LinkedRow {
  name: string;
}

const MODIFIED = '2027-05-01 10:00:00';

const rowOf = (id: number, changes: Partial<Named> = {}): Named => ({
  id,
  version: 1,
  octets: 0,
  modified_utc: MODIFIED,
  name: 'Mill',
  ...changes,
});
const versionOf = (id: number, changes: Partial<RowVersion> = {}): RowVersion => ({
  id,
  version: 1,
  modified: MODIFIED,
  count: 0,
  ...changes,
});

describe('KnownRows', () => {
  const known = new KnownRows<Named>();
  beforeEach(() => known.keep(rowOf(1)));

  it('finds rows by their version', () => {
    expect(known.find(versionOf(1))).toEqual(rowOf(1));
    expect(known.find(versionOf(2))).toBeUndefined();
  });

  it.each<Partial<RowVersion>>([{ version: 2 }, { modified: '2027-05-01 10:00:01' }])(
    'does not find a row after a write: %j',
    (changes) => {
      expect(known.find(versionOf(1, changes))).toBeUndefined();
    },
  );

  it('returns rows with the current count', () => {
    known.keep(rowOf(3, { count: 5 }));
    expect(known.find(versionOf(3, { count: 6 }))).toMatchObject({ count: 6 });
    expect(known.find(versionOf(3, { count: 5 }))).toMatchObject({ count: 5 });
  });

  it('evicts the least recently used rows when texts exceed the limit', () => {
    const name = 'x'.repeat(500_000);
    known.keep(rowOf(10, { name }));
    known.keep(rowOf(11, { name }));
    known.keep(rowOf(12, { name }));
    known.find(versionOf(10));
    known.keep(rowOf(13, { name }));
    expect(known.find(versionOf(11))).toBeUndefined();
    for (const id of [10, 12, 13]) expect(known.find(versionOf(id))).toBeDefined();
    known.keep(rowOf(10));
    known.keep(rowOf(14, { name }));
    expect(known.find(versionOf(12))).toBeDefined();
  });
});
