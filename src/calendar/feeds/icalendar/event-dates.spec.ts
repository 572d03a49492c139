import { ZONE_RULES, toInstant, utcText } from '../../../platform/dates';
import { type Dated, eventDates, noteZone, zoneOf, type ZoneYears } from './event-dates';

/** Its instants follow from its local times unless others are given. */
function event(start: string, end: string, other: Partial<Dated> = {}): Dated {
  const zone = ZONE_RULES.zone(other.timezone ?? 'Europe/Paris');
  return {
    all_day: false,
    start_date: start,
    end_date: end,
    utc_start_date: utcText(toInstant(start, zone)),
    utc_end_date: utcText(toInstant(end, zone)),
    timezone: zone.name,
    ...other,
  };
}

/** `2027-05-01 10:00:00` → `20270501T100000` */
const basic = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

const linesIn = (lines: string): string[] => lines.split('\r\n').slice(0, -1);

function written(dated: Dated): { dates: string[]; zones: string[] } {
  const years: ZoneYears = new Map();
  const zone = zoneOf(dated, ZONE_RULES);
  noteZone(dated, zone, years);
  const dates = eventDates(dated, zone);
  return {
    dates: linesIn(dates),
    zones: [...years].map(([name, { first, last }]) => `${name} ${first}-${last}`),
  };
}

describe('The dates of an event in a calendar', () => {
  it('are local times of its zone', () => {
    expect(written(event('2027-12-31 20:00:00', '2028-01-01 02:00:00'))).toEqual({
      dates: [
        'DTSTART;TZID=Europe/Paris:20271231T200000',
        'DTEND;TZID=Europe/Paris:20280101T020000',
      ],
      zones: ['Europe/Paris 2027-2028'],
    });
  });

  it.each(['UTC', 'UTC+2', 'UTC-5:30'])('are in UTC for the zone %s', (timezone) => {
    const { dates, zones } = written(
      event('2027-05-01 20:00:00', '2027-05-01 22:00:00', {
        timezone,
        utc_start_date: '2027-05-01 18:00:00',
        utc_end_date: '2027-05-01 20:00:00',
      }),
    );
    expect(dates).toEqual(['DTSTART:20270501T180000Z', 'DTEND:20270501T200000Z']);
    expect(zones).toEqual([]);
  });

  it.each([
    ['comes twice, the first time', '2027-10-31 02:30:00', '2027-10-31 00:30:00'],
    ['comes twice, the second time', '2027-10-31 02:30:00', '2027-10-31 01:30:00'],
    ['never comes', '2027-03-28 02:30:00', '2027-03-28 01:30:00'],
    ['is not that of its instant', '2027-05-01 20:00:00', '2027-05-01 19:00:00'],
  ])('are both in UTC if the local time of one end %s', (_what, wall, utc) => {
    const day = wall.slice(0, 10);
    for (const dated of [
      event(wall, `${day} 23:00:00`, { utc_start_date: utc }),
      event(`${day} 00:30:00`, wall, { utc_end_date: utc }),
    ]) {
      const { dates, zones } = written(dated);
      expect(dates).toEqual([
        `DTSTART:${basic(dated.utc_start_date)}Z`,
        `DTEND:${basic(dated.utc_end_date)}Z`,
      ]);
      expect(zones).toEqual([]);
    }
  });

  it.each(['2027-10-31 01:59:00', '2027-10-31 03:00:00', '2027-03-28 03:00:00'])(
    'are local times of the zone next to a change, at %s',
    (wall) => {
      expect(written(event(wall, wall)).dates).toEqual([
        `DTSTART;TZID=Europe/Paris:${basic(wall)}`,
      ]);
    },
  );

  it('have no end if it equals the start', () => {
    const moment = '2027-05-01 20:00:00';
    expect(written(event(moment, moment)).dates).toHaveLength(1);
  });

  it('of whole days end on the day after the last one, and have no zone', () => {
    const days = event('2027-12-30 00:00:00', '2027-12-31 23:59:59', { all_day: true });
    expect(written(days)).toEqual({
      dates: ['DTSTART;VALUE=DATE:20271230', 'DTEND;VALUE=DATE:20280101'],
      zones: [],
    });
  });

  it('of whole days have a duration if no day follows them', () => {
    const days = event('9999-12-30 00:00:00', '9999-12-31 23:59:59', { all_day: true });
    expect(written(days).dates).toEqual(['DTSTART;VALUE=DATE:99991230', 'DURATION:P2D']);
  });
});
