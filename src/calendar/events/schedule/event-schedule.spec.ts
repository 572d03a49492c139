import fc from 'fast-check';
import { DateInput, toWallClock, UTC, ZONE_RULES } from '../../../platform/dates';
import { Problem, type InvalidParams } from '../../../platform/errors';
import { planSchedule, recomputed, type EventSchedule, type ScheduleInput } from './event-schedule';

const NOW = new Date('2026-11-20T06:27:31.789Z');
const SITE = 'America/New_York';

/** The fields as sent by a client. */
type Sent = Omit<ScheduleInput, 'start_date' | 'end_date' | 'timezone'> & {
  start_date?: string | number;
  end_date?: string | number;
  timezone?: string | null;
};

const asRead = ({ start_date, end_date, timezone, ...sent }: Sent): ScheduleInput => ({
  ...sent,
  start_date: DateInput.read(start_date),
  end_date: DateInput.read(end_date),
  timezone: typeof timezone === 'string' ? ZONE_RULES.zone(timezone) : timezone,
});

const plan = (sent: Sent, stored?: EventSchedule, siteZone = SITE) =>
  planSchedule(asRead(sent), stored, { rules: ZONE_RULES, siteZone, now: NOW });

/** Formats a schedule on one line: zone, local times and UTC. */
const line = ({ timezone, all_day, start_date, end_date, start_utc, end_utc }: EventSchedule) =>
  [
    timezone,
    ...(all_day ? ['all day'] : []),
    `${start_date} – ${end_date}`,
    `${start_utc.toISOString()} – ${end_utc.toISOString()}`,
  ].join(' | ');

/** Field → a part of the message about it. */
type Wrong = Record<string, string | RegExp>;

function expectWrong(act: () => unknown, wrong: Wrong): void {
  const params = wrongIn(act);
  expect(Object.keys(params).sort()).toEqual(Object.keys(wrong).sort());
  for (const [field, sentence] of Object.entries(wrong)) expect(params[field]).toMatch(sentence);
}

function wrongIn(act: () => unknown): InvalidParams {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error.body.data.params ?? {};
    throw error;
  }
  return {};
}

describe('An all-day event', () => {
  it.each([
    // The clocks go back from midnight to 23:00, so that 23:59:59 occurs twice.
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', '2026-10-29T21:59:59.000Z'],
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', '2026-10-24T21:59:59.000Z'],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.000Z'],
    // The clocks go forward at midnight, so that the day begins at 01:00.
    ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00.000Z', '2026-04-23T21:59:59.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.000Z'],
    // Midnight occurs twice: the next day begins at the first one.
    ['America/Havana', '2026-10-31', '2026-10-31T04:00:00.000Z', '2026-11-01T03:59:59.000Z'],
    ['Europe/Paris', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.000Z'],
    // The next day is skipped.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T09:59:59.000Z'],
  ])('in %s on %s ends one second before the next day begins', (timezone, day, start, end) => {
    const dates = { start_date: day, end_date: day, timezone, all_day: true };
    const planned = plan(dates);
    expect([planned.start_utc, planned.end_utc].map((date) => date.toISOString())).toEqual([
      start,
      end,
    ]);
    expect(planned).toMatchObject({ start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59` });
    // Independent of the input: from the same day in another zone, or sent back as read.
    expect(plan({ timezone }, plan({ ...dates, timezone: 'UTC' }))).toEqual(planned);
    expect(plan({ end_date: planned.end_date }, planned)).toEqual(planned);
    expect(recomputed(planned, ZONE_RULES.zone(timezone))).toBeUndefined();
  });
});

it.each([
  ['2027-03-28 02:30', '2027-03-28 02:45', '03:30:00', '03:45:00'],
  ['2027-03-28 02:30', '2027-03-28 03:15', '03:30:00', '04:15:00'],
  ['2027-03-28 02:00', '2027-03-28 03:00', '03:00:00', '04:00:00'],
  ['2027-03-28 02:30', '2027-03-28 03:30', '03:30:00', '04:30:00'],
  ['2027-03-28 02:30', '2027-03-28 02:30', '03:30:00', '03:30:00'],
  ['2027-03-28 02:30', '2027-03-28 05:00', '03:30:00', '05:00:00'],
])(
  'An event from %s, in a gap of the clocks, until %s is accepted',
  (start_date, end_date, start, end) => {
    const planned = plan({ start_date, end_date, timezone: 'Europe/Paris' });
    expect([planned.start_date, planned.end_date]).toEqual([
      `2027-03-28 ${start}`,
      `2027-03-28 ${end}`,
    ]);
    // Also when its zone is sent later.
    const stored = plan({ start_date, end_date, timezone: 'UTC' });
    for (const sent of [{}, { start_date }, { end_date }, { start_date, end_date }])
      expect(line(plan({ ...sent, timezone: 'Europe/Paris' }, stored))).toBe(
        line(plan({ start_date, end_date, timezone: 'Europe/Paris' })),
      );
  },
);

it.each([
  ['Europe/London', '2027-03-28 01:30', '2027-03-28 02:00', '02:30:00 – 2027-03-28 03:00:00'],
  ['Pacific/Auckland', '2026-09-27 02:10', '2026-09-27 03:00', '03:10:00 – 2026-09-27 04:00:00'],
  ['Australia/Lord_Howe', '2027-10-03 02:00', '2027-10-03 02:30', '02:30:00 – 2027-10-03 03:00:00'],
])('An event in %s from %s, in a gap of the clocks, until %s keeps its duration', (...sent) => {
  const [timezone, start_date, end_date, shown] = sent;
  expect(line(plan({ timezone, start_date, end_date }))).toContain(shown);
});

it('A phrase in the gap refers to the day in the zone', () => {
  // It is 27 March in UTC, and 28 March in Paris.
  const now = new Date('2027-03-27T23:30:00Z');
  const sent = { start_date: 'today 2:30', end_date: '2027-03-28 03:00', timezone: 'Europe/Paris' };
  const planned = planSchedule(asRead(sent), undefined, { rules: ZONE_RULES, siteZone: SITE, now });
  expect(line(planned)).toContain('2027-03-28 03:30:00 – 2027-03-28 04:00:00');
});

it.each([
  ['2027-03-28T03:30+02:00', '2027-03-28 03:00'],
  ['2027-03-28T01:30Z', '2027-03-28T03:00+02:00'],
  ['2027-03-28 03:30', '2027-03-28 03:00'],
  ['2027-03-28 02:30', '2027-03-28 02:15'],
  ['2027-03-28 02:30', '2027-03-28 01:45'],
])('An event from %s until %s, which is earlier, is rejected', (start_date, end_date) => {
  expectWrong(() => plan({ start_date, end_date, timezone: 'Europe/Paris' }), {
    end_date: 'must not be before start_date',
  });
});

it('An all-day event on a day that the zone skips lasts the whole next day', () => {
  const day = { start_date: '2011-12-30', end_date: '2011-12-30', all_day: true };
  expect(line(plan({ ...day, timezone: 'Pacific/Apia' }))).toContain(
    '2011-12-30T10:00:00.000Z – 2011-12-31T09:59:59.000Z',
  );
});

const party = plan({
  start_date: '2027-06-01 18:30:00',
  end_date: '2027-06-01 21:00:00',
  timezone: 'Europe/Rome',
});
const festival = plan({
  start_date: '2027-07-01',
  end_date: '2027-07-04',
  timezone: 'Europe/Rome',
  all_day: true,
});

describe('A new event', () => {
  it("is in the site's zone by default", () => {
    expect(line(plan({ start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' }))).toBe(
      'America/New_York | 2027-05-01 10:00:00 – 2027-05-01 12:00:00 | ' +
        '2027-05-01T14:00:00.000Z – 2027-05-01T16:00:00.000Z',
    );
  });

  it("is in the site's zone when its own is cleared", () => {
    const dates = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
    expect(plan({ ...dates, timezone: null }).timezone).toBe(SITE);
  });

  it('is in the zone that was sent', () => {
    const dates = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
    expect(line(plan({ ...dates, timezone: 'Asia/Kathmandu' }))).toBe(
      'Asia/Kathmandu | 2027-05-01 10:00:00 – 2027-05-01 12:00:00 | ' +
        '2027-05-01T04:15:00.000Z – 2027-05-01T06:15:00.000Z',
    );
  });

  it('reads dates with an offset as instants and shows them in its zone', () => {
    expect(
      line(plan({ start_date: '2027-05-01T10:00:00+02:00', end_date: '2027-05-01T10:00:00Z' })),
    ).toBe(
      'America/New_York | 2027-05-01 04:00:00 – 2027-05-01 06:00:00 | ' +
        '2027-05-01T08:00:00.000Z – 2027-05-01T10:00:00.000Z',
    );
  });

  it('accepts timestamps and phrases', () => {
    expect(line(plan({ start_date: 'tomorrow 9am', end_date: 1809338400 }))).toBe(
      'America/New_York | 2026-11-21 09:00:00 – 2027-05-03 06:00:00 | ' +
        '2026-11-21T14:00:00.000Z – 2027-05-03T10:00:00.000Z',
    );
  });

  it('moves out of the hour that summer time skips', () => {
    expect(line(plan({ start_date: '2027-03-14 02:30', end_date: '2027-03-14 04:00' }))).toBe(
      'America/New_York | 2027-03-14 03:30:00 – 2027-03-14 04:00:00 | ' +
        '2027-03-14T07:30:00.000Z – 2027-03-14T08:00:00.000Z',
    );
  });

  it('may end at its start', () => {
    const { start_utc, end_utc } = plan({ start_date: '2027-05-01', end_date: '2027-05-01' });
    expect(end_utc).toEqual(start_utc);
  });

  it('may end at an earlier local time, in the second of two equal hours', () => {
    const { start_date, end_date } = plan({
      start_date: '2027-11-07 01:45',
      end_date: '2027-11-07T01:15:00-05:00',
    });
    expect([start_date, end_date]).toEqual(['2027-11-07 01:45:00', '2027-11-07 01:15:00']);
  });

  it('covers whole days of its zone with all_day', () => {
    expect(line(festival)).toBe(
      'Europe/Rome | all day | 2027-07-01 00:00:00 – 2027-07-04 23:59:59 | ' +
        '2027-06-30T22:00:00.000Z – 2027-07-04T21:59:59.000Z',
    );
  });

  it('covers the days of its times with all_day', () => {
    const { start_date, end_date } = plan({
      start_date: '2027-05-01T23:00:00Z',
      end_date: '2027-05-03T03:00:00Z',
      all_day: true,
    });
    expect([start_date, end_date]).toEqual(['2027-05-01 00:00:00', '2027-05-02 23:59:59']);
  });

  it('starts at 00:00:00 of a day whose clocks start at 01:00', () => {
    const day = { start_date: '2018-11-04', end_date: '2018-11-04', all_day: true };
    expect(line(plan({ ...day, timezone: 'America/Sao_Paulo' }))).toBe(
      'America/Sao_Paulo | all day | 2018-11-04 00:00:00 – 2018-11-04 23:59:59 | ' +
        '2018-11-04T03:00:00.000Z – 2018-11-05T01:59:59.000Z',
    );
  });

  it('moves from a skipped day to the next one', () => {
    const day = { start_date: '2011-12-30', end_date: '2011-12-30', all_day: true };
    expect(line(plan({ ...day, timezone: 'Pacific/Apia' }))).toBe(
      'Pacific/Apia | all day | 2011-12-31 00:00:00 – 2011-12-31 23:59:59 | ' +
        '2011-12-30T10:00:00.000Z – 2011-12-31T09:59:59.000Z',
    );
  });
});

describe('An update', () => {
  it('without any of these fields changes nothing', () => {
    expect(plan({}, party)).toEqual(party);
  });

  it('of one date keeps the other', () => {
    expect(line(plan({ end_date: '2027-06-02 01:00:00' }, party))).toBe(
      'Europe/Rome | 2027-06-01 18:30:00 – 2027-06-02 01:00:00 | ' +
        '2027-06-01T16:30:00.000Z – 2027-06-01T23:00:00.000Z',
    );
    expect(line(plan({ start_date: '2027-06-01 20:00' }, party))).toBe(
      'Europe/Rome | 2027-06-01 20:00:00 – 2027-06-01 21:00:00 | ' +
        '2027-06-01T18:00:00.000Z – 2027-06-01T19:00:00.000Z',
    );
  });

  it('of the zone alone keeps the local times and moves the instants', () => {
    expect(line(plan({ timezone: 'Asia/Kathmandu' }, party))).toBe(
      'Asia/Kathmandu | 2027-06-01 18:30:00 – 2027-06-01 21:00:00 | ' +
        '2027-06-01T12:45:00.000Z – 2027-06-01T15:15:00.000Z',
    );
  });

  it("that clears the zone restores the site's", () => {
    expect(line(plan({ timezone: null }, party))).toBe(
      'America/New_York | 2027-06-01 18:30:00 – 2027-06-01 21:00:00 | ' +
        '2027-06-01T22:30:00.000Z – 2027-06-02T01:00:00.000Z',
    );
  });

  it('of zone and dates reads the dates in the new zone', () => {
    const { start_utc } = plan({ timezone: 'UTC+2', start_date: '2027-06-01 18:00' }, party);
    expect(start_utc).toEqual(new Date('2027-06-01T16:00:00Z'));
  });

  it('of the zone of an all-day event keeps its days', () => {
    expect(line(plan({ timezone: 'UTC' }, festival))).toBe(
      'UTC | all day | 2027-07-01 00:00:00 – 2027-07-04 23:59:59 | ' +
        '2027-07-01T00:00:00.000Z – 2027-07-04T23:59:59.000Z',
    );
  });

  it('to all_day extends the event to whole days', () => {
    expect(line(plan({ all_day: true }, party))).toBe(
      'Europe/Rome | all day | 2027-06-01 00:00:00 – 2027-06-01 23:59:59 | ' +
        '2027-05-31T22:00:00.000Z – 2027-06-01T21:59:59.000Z',
    );
  });

  it.each([false, null])('of all_day to %p keeps the local times', (all_day) => {
    expect(plan({ all_day }, festival)).toEqual({ ...festival, all_day: false });
  });

  it.each<Sent>([{}, { start_date: '2018-11-04 00:00:00', end_date: '2018-11-04 23:59:59' }])(
    'from all_day to times with %j begins after the gap of the clocks at midnight',
    (dates) => {
      const day = { start_date: '2018-11-04', end_date: '2018-11-04', all_day: true };
      const stored = plan({ ...day, timezone: 'America/Sao_Paulo' });
      expect(line(plan({ all_day: false, ...dates }, stored))).toBe(
        'America/Sao_Paulo | 2018-11-04 01:00:00 – 2018-11-04 23:59:59 | ' +
          '2018-11-04T03:00:00.000Z – 2018-11-05T01:59:59.000Z',
      );
    },
  );

  it('of a date of an all-day event keeps it all-day', () => {
    const { all_day, start_date, end_date } = plan({ end_date: '2027-07-06 15:00' }, festival);
    expect([all_day, start_date, end_date]).toEqual([
      true,
      '2027-07-01 00:00:00',
      '2027-07-06 23:59:59',
    ]);
  });

  it('from all_day to times uses the sent times', () => {
    const { start_date, end_date } = plan(
      { all_day: false, start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00' },
      festival,
    );
    expect([start_date, end_date]).toEqual(['2027-07-01 10:00:00', '2027-07-01 11:00:00']);
  });

  it('that sends a record back as read changes nothing', () => {
    const secondHour = plan({
      start_date: '2027-11-07T01:30:00-05:00',
      end_date: '2027-11-07 03:00',
    });
    for (const stored of [party, festival, secondHour]) {
      const { start_date, end_date, timezone, all_day } = stored;
      expect(plan({ start_date, end_date, timezone, all_day }, stored)).toEqual(stored);
    }
  });

  it('of one date keeps the other in the second of two equal hours', () => {
    const night = plan({ start_date: '2027-11-07T01:30:00-05:00', end_date: '2027-11-07 03:00' });
    expect(plan({ end_date: '2027-11-07 04:00' }, night).start_utc).toEqual(
      new Date('2027-11-07T06:30:00Z'),
    );
  });
});

describe('An invalid schedule', () => {
  const unreadable = 'must be a date of the years 1 to 9999';
  const outside = 'out of the years 1 to 9999';
  const dates = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };

  it.each<[string, Sent, Wrong]>([
    ['dates that are missing', {}, { start_date: 'is required', end_date: 'is required' }],
    ['an end that is missing', { start_date: '2027-05-01' }, { end_date: 'is required' }],
    [
      'everything, together',
      { start_date: '9999-12-31 23:00' },
      { start_date: unreadable, end_date: 'is required' },
    ],
    [
      'a start before year 1 of UTC',
      { ...dates, start_date: '0001-01-01', timezone: 'Asia/Tokyo' },
      { start_date: unreadable },
    ],
    [
      'an end before the start',
      { start_date: '2027-05-01 10:00', end_date: '2027-05-01 09:59:59' },
      { end_date: 'must not be before start_date' },
    ],
    [
      'an end before the start as instants, though not on the clocks',
      { start_date: '2027-11-07T01:15:00-05:00', end_date: '2027-11-07 01:45' },
      { end_date: 'must not be before start_date' },
    ],
    [
      'a day without end after UTC has left the year 9999',
      { start_date: '9999-12-31', end_date: '9999-12-31', all_day: true },
      { end_date: outside },
    ],
    [
      'a day that begins before year 1 of UTC',
      {
        start_date: '0001-01-01 12:00',
        end_date: '0001-01-02',
        timezone: 'Asia/Tokyo',
        all_day: true,
      },
      { start_date: outside },
    ],
  ])('of a new event is rejected: %s', (_, input, wrong) => {
    expectWrong(() => plan(input), wrong);
  });

  it.each<[string, Sent, Wrong]>([
    [
      'a start after the end that stays',
      { start_date: '2027-06-01 21:00:01' },
      { start_date: 'must not be after end_date' },
    ],
    [
      'an end before the start that stays',
      { end_date: '2027-06-01 18:29:59' },
      { end_date: 'must not be before start_date' },
    ],
    [
      'an end before the start, both sent',
      { start_date: '2027-06-03', end_date: '2027-06-02' },
      { end_date: 'must not be before start_date' },
    ],
  ])('of an update is rejected: %s', (_, input, wrong) => {
    expectWrong(() => plan(input, party), wrong);
  });

  it('names an unknown stored zone besides the faults of the dates', () => {
    const elsewhere = { ...party, timezone: 'Mars/Base' };
    expectWrong(() => plan({ start_date: '9999-12-31 23:00' }, elsewhere), {
      start_date: unreadable,
      timezone: 'must be an IANA time zone',
    });
  });

  it('names the new zone if it reverses start and end, or leaves the years 1 to 9999', () => {
    const night = plan({ start_date: '2027-11-07 01:45', end_date: '2027-11-07T01:15:00-05:00' });
    expectWrong(() => plan({ timezone: 'UTC' }, night), {
      timezone: 'before its start',
    });
    const last = plan({ start_date: '9999-12-31 20:00', end_date: '9999-12-31 20:00' }, party);
    expectWrong(() => plan({ timezone: 'Pacific/Niue' }, last), { timezone: outside });
  });

  it('names all_day if whole days leave the years 1 to 9999', () => {
    const last = plan({ start_date: '9999-12-31 10:00', end_date: '9999-12-31 12:00' });
    expectWrong(() => plan({ all_day: true }, last), { all_day: outside });
  });
});

describe('A schedule of other zone rules', () => {
  const rome = ZONE_RULES.zone('Europe/Rome');
  const stored = (
    start_date: string,
    start_utc: string,
    end_date: string,
    end_utc: string,
    all_day = false,
  ): EventSchedule => ({
    timezone: 'Europe/Rome',
    all_day,
    start_date,
    end_date,
    start_utc: new Date(start_utc),
    end_utc: new Date(end_utc),
  });
  const computed = (...values: Parameters<typeof stored>): string | undefined => {
    const schedule = recomputed(stored(...values), rome);
    return schedule && line(schedule);
  };

  it('keeps the local times, and gets new instants', () => {
    expect(
      computed(
        ...(['2027-06-01 18:30:00', '2027-06-01T17:30:00Z'] as const),
        ...(['2027-06-01 21:00:00', '2027-06-01T20:00:00Z'] as const),
      ),
    ).toBe(
      'Europe/Rome | 2027-06-01 18:30:00 – 2027-06-01 21:00:00 | ' +
        '2027-06-01T16:30:00.000Z – 2027-06-01T19:00:00.000Z',
    );
  });

  it('is unchanged if it agrees, also in the second of two equal hours', () => {
    expect(
      computed(
        ...(['2027-10-31 02:30:00', '2027-10-31T01:30:00Z'] as const),
        ...(['2027-10-31 02:45:00', '2027-10-31T01:45:00Z'] as const),
      ),
    ).toBeUndefined();
  });

  it('moves a start in a gap of the clocks, and an end that would precede it', () => {
    expect(
      computed(
        ...(['2027-03-28 02:30:00', '2027-03-28T02:30:00Z'] as const),
        ...(['2027-03-28 03:10:00', '2027-03-28T03:10:00Z'] as const),
      ),
    ).toBe(
      'Europe/Rome | 2027-03-28 03:30:00 – 2027-03-28 04:10:00 | ' +
        '2027-03-28T01:30:00.000Z – 2027-03-28T02:10:00.000Z',
    );
  });

  it('covers whole days if the clocks skip midnight, and remains stable', () => {
    const zone = ZONE_RULES.zone('America/Sao_Paulo');
    const before = {
      ...plan({
        start_date: '2018-11-04',
        end_date: '2018-11-04',
        timezone: zone.name,
        all_day: true,
      }),
      start_utc: new Date('2018-11-04T02:00:00Z'),
    };
    const after = recomputed(before, zone);
    expect(after).toMatchObject({
      start_date: '2018-11-04 00:00:00',
      start_utc: new Date('2018-11-04T03:00:00Z'),
    });
    expect(after && recomputed(after, zone)).toBeUndefined();
  });
});

describe('Any schedule', () => {
  const wall = fc
    .integer({ min: Date.parse('1900-01-01') / 1000, max: Date.parse('2200-01-01') / 1000 })
    .map((seconds) => toWallClock(new Date(seconds * 1000), UTC));
  const zone = fc.constantFrom(
    ...['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'],
    ...['Europe/Rome', 'UTC-5:30'],
  );

  it('does not end before it starts, and survives a move to another zone and a write of its own values', () => {
    fc.assert(
      fc.property(wall, wall, zone, zone, fc.boolean(), (one, other, from, to, all_day) => {
        const [start_date, end_date] = [one, other].sort();
        const planned = plan({ start_date, end_date, timezone: from, all_day });
        const moved = plan({ timezone: to }, planned);
        for (const schedule of [planned, moved]) {
          expect(schedule.end_utc.getTime()).toBeGreaterThanOrEqual(schedule.start_utc.getTime());
          const { start_date, end_date, timezone, all_day } = schedule;
          const written = { start_date, end_date, timezone, all_day };
          expect(plan(written, schedule)).toEqual(schedule);
          expect(recomputed(schedule, ZONE_RULES.zone(timezone))).toBeUndefined();
        }
      }),
    );
  });
});
