import { DAY_MILLISECONDS, ZONE_RULES } from '../../../platform/dates';
import type { Component } from './calendar-lines';
import { zoneComponent } from './zone-component';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const YEARS = [
  [1970, 1970],
  [2010, 2026],
  [2024, 2024],
  [2026, 2028],
  [2036, 2040],
] as const;

type Onset = [at: number, offset: number];

/** Evaluates a VTIMEZONE as a client does, until the end of a year (RFC 5545 §3.6.5). */
function onsetsOf([, , observances]: Component, lastYear: number): Onset[] {
  return observances
    .flatMap((observance) => onsetsIn(observance, lastYear))
    .sort(([a], [b]) => a - b);
}

function onsetsIn([, properties]: Component, lastYear: number): Onset[] {
  const valueOf = (name: string): unknown => properties.find(([its]) => its === name)?.[3];
  const start = Date.parse(`${valueOf('dtstart') as string}Z`);
  const from = offsetIn(valueOf('tzoffsetfrom') as string);
  const to = offsetIn(valueOf('tzoffsetto') as string);
  const rule = valueOf('rrule') as Rule | undefined;
  if (rule === undefined) return [[start - from, to]];
  const onsets: Onset[] = [];
  for (let year = new Date(start).getUTCFullYear(); year <= lastYear; year++)
    for (const day of daysOf(rule, year)) {
      const wall = day + (start % DAY_MILLISECONDS);
      if (wall >= start) onsets.push([wall - from, to]);
    }
  return onsets;
}

interface Rule {
  bymonth: number;
  byday: string;
  bymonthday?: number[];
}

function daysOf({ bymonth, byday, bymonthday }: Rule, year: number): number[] {
  const [, nth, weekday] = /^(-?\d)?(\w\w)$/.exec(byday) ?? [];
  const days = Array.from({ length: 31 }, (_, day) => Date.UTC(year, bymonth - 1, day + 1))
    .map((day) => new Date(day))
    .filter((day) => day.getUTCMonth() === bymonth - 1)
    .filter((day) => WEEKDAYS[day.getUTCDay()] === weekday);
  const found = nth
    ? days.slice(Number(nth) > 0 ? Number(nth) - 1 : Number(nth)).slice(0, 1)
    : days.filter((day) => bymonthday?.includes(day.getUTCDate()));
  return found.map(Number);
}

function offsetIn(text: string): number {
  const [hours, minutes, seconds = 0] = text.slice(1).split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

describe('The VTIMEZONE of a zone', () => {
  it.each(YEARS)('has the offsets of every zone from %i to %i', (first, last) => {
    const [begin, end] = [Date.UTC(first, 0, 1), Date.UTC(last + 1, 0, 1)];
    const wrong: string[] = [];
    for (const name of ZONE_RULES.names) {
      const zone = ZONE_RULES.zone(name);
      const onsets = onsetsOf(zoneComponent(zone, first, last), last + 1);
      // Between these edges, neither side changes.
      const edges = [...onsets.map(([at]) => at), ...zone.changes(begin, end).map(({ at }) => at)];
      const differs = [begin, ...edges.filter((at) => at > begin && at < end)]
        .flatMap((at) => [at - 1, at])
        .find(
          (at) =>
            at >= begin && onsets.findLast(([onset]) => onset <= at)?.[1] !== zone.offsetAt(at),
        );
      if (differs !== undefined) wrong.push(`${name} at ${new Date(differs).toISOString()}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['Europe/Paris', '-1SU', '-1SU'],
    ['America/New_York', '2SU', '1SU'],
  ])('only has the two rules of %s', (name, ...days) => {
    const [, , observances] = zoneComponent(ZONE_RULES.zone(name), 2027, 2028);
    const rules = observances.map(([, properties]) =>
      properties.find(([property]) => property === 'rrule'),
    );
    expect(observances.map(([kind]) => kind)).toEqual(['daylight', 'standard']);
    expect(rules.map((rule) => (rule?.[3] as Rule).byday)).toEqual(days);
  });

  it('has one component if the clocks never change', () => {
    const [, , observances] = zoneComponent(ZONE_RULES.zone('Asia/Tokyo'), 2027, 2027);
    expect(observances.map(([kind]) => kind)).toEqual(['standard']);
  });
});
