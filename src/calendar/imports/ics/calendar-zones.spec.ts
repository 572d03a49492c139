import { ZONE_RULES } from '../../../platform/dates';
import { zoneComponent } from '../../feeds/icalendar/zone-component';
import { linesOf } from '../../feeds/icalendar/calendar-lines';
import { readComponents } from './calendar-reader';
import { CalendarZones } from './calendar-zones';

const READ = new Set([
  'TZID',
  'DTSTART',
  'TZOFFSETFROM',
  'TZOFFSETTO',
  'RRULE',
  'RDATE',
  'X-LIC-LOCATION',
]);

async function zonesOf(site = 'UTC', ...lines: string[]): Promise<CalendarZones> {
  const zones = new CalendarZones(ZONE_RULES, site);
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  for await (const component of readComponents({ read: () => [Buffer.from(text)] }, READ))
    if (component.name === 'VTIMEZONE') zones.add(component);
    else zones.addYears(component);
  await zones.recognise();
  return zones;
}

const EVENT = ['BEGIN:VEVENT', 'DTSTART;TZID=Own:20270316T200000', 'END:VEVENT'];

describe('CalendarZones', () => {
  it.each([
    'Europe/Paris',
    'America/New_York',
    'Australia/Sydney',
    'America/Santiago',
    'Africa/Cairo',
    'Asia/Kolkata',
    'America/Nuuk',
    'Australia/Lord_Howe',
    'Asia/Tokyo',
  ])('gives the offsets of %s by its VTIMEZONE', async (name) => {
    const zone = ZONE_RULES.zone(name);
    const text = linesOf(zoneComponent(zone, 2026, 2030)).replace(`TZID:${name}`, 'TZID:Own');
    const zones = await zonesOf('UTC', text.trim());
    const wrong: string[] = [];
    for (let at = Date.UTC(2026, 0, 1, 12); at < Date.UTC(2031, 0); at += 86_400_000) {
      const offset = zone.offsetAt(at);
      if (zones.find('Own')?.offsetAt(at) !== offset) wrong.push(new Date(at).toISOString());
    }
    expect(wrong).toEqual([]);
  });

  const observance = (kind: string, start: string, from: string, to: string, rule?: string) => [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...(rule === undefined ? [] : [`RRULE:FREQ=YEARLY;${rule}`]),
    `END:${kind}`,
  ];
  const vtimezone = (tzid: string, ...lines: string[]): string[] => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...lines,
    'END:VTIMEZONE',
  ];
  const EUROPE = [
    ...observance('STANDARD', '16010101T030000', '+0200', '+0100', 'BYDAY=-1SU;BYMONTH=10'),
    ...observance('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'BYDAY=-1SU;BYMONTH=3'),
  ];
  const US = [
    ...observance('STANDARD', '16010101T020000', '-0400', '-0500', 'BYDAY=1SU;BYMONTH=11'),
    ...observance('DAYLIGHT', '16010101T020000', '-0500', '-0400', 'BYDAY=2SU;BYMONTH=3'),
  ];

  it.each<[string, string[], string | undefined, string[]?]>([
    ['the current rules of Outlook', EUROPE, 'Europe/Berlin'],
    ['the rules of the zone of the site', EUROPE, 'Europe/Rome', ['Europe/Rome']],
    ['another zone of Outlook', US, 'America/New_York'],
    [
      'the rules of Google, from 1970 on',
      [
        ...observance('DAYLIGHT', '19700308T020000', '-0800', '-0700', 'BYMONTH=3;BYDAY=2SU'),
        ...observance('STANDARD', '19701101T020000', '-0700', '-0800', 'BYMONTH=11;BYDAY=1SU'),
      ],
      'America/Los_Angeles',
    ],
    [
      'the rules of Apple, with former ones',
      [
        ...observance('DAYLIGHT', '19810329T020000', '+0100', '+0200', 'BYMONTH=3;BYDAY=-1SU'),
        ...observance('STANDARD', '19961027T030000', '+0200', '+0100', 'BYMONTH=10;BYDAY=-1SU'),
      ],
      'Europe/Berlin',
    ],
    [
      'days instead of ordinals',
      [
        ...observance(
          'DAYLIGHT',
          '20070311T020000',
          '-0500',
          '-0400',
          'BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14',
        ),
        ...observance('STANDARD', '20071104T020000', '-0400', '-0500', 'BYMONTH=11;BYDAY=1SU'),
      ],
      'America/New_York',
    ],
    [
      'the changes of the year alone',
      [
        ...observance('STANDARD', '20261025T030000', '+0200', '+0100'),
        ...observance('DAYLIGHT', '20270328T020000', '+0100', '+0200'),
        ...observance('STANDARD', '20271031T030000', '+0200', '+0100'),
      ],
      'Europe/Berlin',
    ],
    ['one offset', observance('STANDARD', '19700101T000000', '+0545', '+0545'), 'UTC+5:45'],
    [
      'offsets that no zone has',
      [
        ...observance('STANDARD', '16010101T030000', '+0240', '+0140', 'BYDAY=-1SU;BYMONTH=10'),
        ...observance('DAYLIGHT', '16010101T020000', '+0140', '+0240', 'BYDAY=-1SU;BYMONTH=3'),
      ],
      undefined,
    ],
  ])('recognises %s', async (_what, lines, name, [site] = []) => {
    const zones = await zonesOf(site, ...vtimezone('Own', ...lines), ...EVENT);
    const zone = zones.find('Own')!;
    expect([zones.isNamed(zone), zone.name]).toEqual([name !== undefined, name ?? 'Own']);
  });

  it('recognises a zone by the years of the file', async () => {
    // The United States had other rules before 2007.
    const old = EVENT.map((line) => line.replace('2027', '2005'));
    const zones = await zonesOf('UTC', ...vtimezone('Own', ...US), ...EVENT, ...old);
    const zone = zones.find('Own')!;
    expect(zones.isNamed(zone)).toBe(false);
    const march = Date.UTC(2005, 2, 20);
    expect(zone.offsetAt(march)).toBe(-4 * 3_600_000);
  });

  it('prefers the names of the tz database, of Windows and of X-LIC-LOCATION', async () => {
    const zones = await zonesOf(
      'UTC',
      'BEGIN:VTIMEZONE',
      'TZID:X',
      'X-LIC-LOCATION:Asia/Tokyo',
      'END:VTIMEZONE',
    );
    for (const [tzid, name] of [
      ['europe/paris', 'Europe/Paris'],
      ['Romance Standard Time', 'Europe/Paris'],
      ['/mozilla.org/20050126_1/America/Argentina/Ushuaia', 'America/Argentina/Ushuaia'],
      ['X', 'Asia/Tokyo'],
      [' X ', 'Asia/Tokyo'],
      ['"Europe/Paris"', 'Europe/Paris'],
      ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
      ['(GMT-06:00) Central Time (US and Canada)', 'America/Chicago'],
      ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
      ['(UTC) Coordinated Universal Time', 'UTC'],
      ['(UTC) constructor', undefined],
      ['tzone://Microsoft/Utc', 'UTC'],
      ['tzone://Microsoft/Custom', undefined],
      ['Y', undefined],
    ] as const)
      expect([tzid, zones.find(tzid)?.name]).toEqual([tzid, name]);
  });

  it('is as good as unknown with rules that no zone has', async () => {
    const zones = await zonesOf(
      'UTC',
      'BEGIN:VTIMEZONE',
      'TZID:X',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=SECONDLY',
      'END:STANDARD',
      'END:VTIMEZONE',
    );
    expect(zones.find('X')).toBeUndefined();
  });
});
