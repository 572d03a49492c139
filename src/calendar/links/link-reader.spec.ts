import { Conditions, type Versioned } from '../../platform/http/conditional';
import { EVERYBODY } from '../../platform/http/request-context';
import type { FoundLink } from './link-kind';
import { byId, linksByKind } from './link-reader';

const term = (kind: string, id: number): FoundLink => ({
  kind,
  event_id: 1,
  id,
  version: 3,
  modified: '2027-05-01 10:00:00',
  author: 0,
  status: 'publish',
  count: 5,
  place: id,
});
const venue = (id: number, place: number): FoundLink => ({
  ...term('venue', id),
  count: 0,
  place,
});
const ROWS = [
  venue(12, 0),
  venue(7, 1),
  term('categories', 2),
  term('categories', 10),
  term('tags', 2),
];

const KINDS = ['venue', 'organizer', 'categories', 'tags'].map((key) => ({ key }));

const versionsOf = (rows: readonly FoundLink[], caller = EVERYBODY): Versioned[][] => [
  ...linksByKind(rows, KINDS, caller).values(),
];

const tagOf = (linked: Versioned[][]): string | undefined => {
  const conditions = new Conditions();
  return conditions.validatorsOf(conditions.withValidators({}, { id: 1, version: 1 }, linked))
    ?.etag;
};

describe('The links of an event', () => {
  const whole: Versioned[][] = [
    [
      { id: 12, version: 3 },
      { id: 7, version: 3 },
    ],
    [],
    byId([
      { id: 10, version: 3, count: 5 },
      { id: 2, version: 3, count: 5 },
    ]),
    [{ id: 2, version: 3, count: 5 }],
  ];

  it('produce the same ETag as the whole records', () => {
    expect(tagOf(versionsOf(ROWS))).toBe(tagOf(whole));
  });

  it('produce the same ETag in any order of the rows, and with numbers as strings', () => {
    const texts = ROWS.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    ) as unknown as typeof ROWS;
    expect(tagOf(versionsOf(texts.reverse()))).toBe(tagOf(whole));
  });

  it('exclude records that the caller may not read', () => {
    const hidden = { ...venue(9, 2), status: 'draft', author: 4 };
    const subscriber = { ...EVERYBODY, role: 'subscriber' } as const;
    expect(tagOf(versionsOf([...ROWS, hidden], subscriber))).toBe(tagOf(whole));
  });
});
