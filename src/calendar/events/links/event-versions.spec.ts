import { EVERYBODY } from '../../../platform/access';
import { Conditions, type Versioned } from '../../../platform/conditional';
import { byId, versionsByKind } from './event-versions';

const term = (kind: string, id: number): Parameters<typeof versionsByKind>[0][number] => ({
  kind,
  id,
  version: 3,
  author: 0,
  status: 'publish',
  count: 5,
  place: id,
});
const venue = (id: number, place: number): ReturnType<typeof term> => ({
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

const KINDS = ['venue', 'organizer', 'categories', 'tags'];

const tagOf = (linked: Versioned[][]): string | undefined => {
  const conditions = new Conditions();
  return conditions.validatorsOf(conditions.withValidators({}, { id: 1, version: 1 }, linked))
    ?.etag;
};

describe('The versions of what an event is linked to', () => {
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

  it('make the tag that the whole makes', () => {
    expect(tagOf(versionsByKind(ROWS, KINDS, EVERYBODY))).toBe(tagOf(whole));
  });

  it('do so in whatever order the rows come, and when numbers come as texts', () => {
    const texts = ROWS.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    ) as unknown as typeof ROWS;
    expect(tagOf(versionsByKind(texts.reverse(), KINDS, EVERYBODY))).toBe(tagOf(whole));
  });

  it('are those that the caller may read', () => {
    const hidden = { ...venue(9, 2), status: 'draft', author: 4 };
    const subscriber = { ...EVERYBODY, role: 'subscriber' } as const;
    expect(tagOf(versionsByKind([...ROWS, hidden], KINDS, subscriber))).toBe(tagOf(whole));
  });
});
