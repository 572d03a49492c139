import { ZONE_RULES } from '../../../platform/foundation/dates';
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

async function zonesOf(...lines: string[]): Promise<CalendarZones> {
  const zones = new CalendarZones(ZONE_RULES, 'UTC');
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  for await (const component of readComponents({ read: () => [Buffer.from(text)] }, READ))
    zones.add(component);
  return zones;
}

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
    const zones = await zonesOf(text.trim());
    const wrong: string[] = [];
    for (let at = Date.UTC(2026, 0, 1, 12); at < Date.UTC(2031, 0); at += 86_400_000) {
      const offset = zone.offsetAt(at);
      const given = ZONE_RULES.zone(zones.nameAt('Own', at + offset) ?? 'none');
      if (given.offsetAt(at) !== offset) wrong.push(new Date(at).toISOString());
    }
    expect(wrong).toEqual([]);
  });

  it('prefers the names of the tz database, of Windows and of X-LIC-LOCATION', async () => {
    const zones = await zonesOf(
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
      ['Y', undefined],
    ] as const)
      expect([tzid, zones.nameAt(tzid, 0)]).toEqual([tzid, name]);
  });

  it('is as good as unknown with rules that no zone has', async () => {
    const zones = await zonesOf(
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
    expect(zones.nameAt('X', 0)).toBeUndefined();
  });
});
