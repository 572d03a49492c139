import { readCost } from '../../calendar/events/cost/cost';
import { DAY_MILLISECONDS, DateInput, ZONE_RULES } from '../../platform/dates';
import { planEvents, type PlannedEvent } from './programme';
import { Random } from './random';
import { WORDS } from './sample-data';
import { makeWorld } from './world';

const today = new Date('2027-05-01T00:00:00Z');
const COUNT = 1000;

function plan(seed: number): PlannedEvent[] {
  const random = new Random(seed);
  const period = { today, past: 400, ahead: 200 };
  const events = planEvents(random, makeWorld(random, COUNT), period, ZONE_RULES);
  return Array.from({ length: COUNT }, () => events.next().value);
}

describe('planEvents', () => {
  const events = plan(1);

  it('generates equal events for equal seeds only', () => {
    expect(plan(1)).toEqual(events);
    expect(plan(2)).not.toEqual(events);
  });

  it('stays within the period', () => {
    const days = events.map(
      ({ values }) =>
        (Date.parse(values.start_date.slice(0, 10)) - today.getTime()) / DAY_MILLISECONDS,
    );
    expect(Math.min(...days)).toBeGreaterThanOrEqual(-400);
    expect(Math.max(...days)).toBeLessThanOrEqual(200);
  });

  it('generates ends after starts, and UTC times that match the local times', () => {
    for (const { values } of events) {
      const { start_date, end_date, start_utc, end_utc, timezone } = values;
      expect(end_utc.getTime()).toBeGreaterThan(start_utc.getTime());
      const zone = ZONE_RULES.zone(timezone);
      expect(DateInput.read(start_date)?.in(zone, today)?.instant).toEqual(start_utc);
      expect(DateInput.read(end_date)?.in(zone, today)?.instant).toEqual(end_utc);
    }
  });

  it('schedules exactly the events with a publication date in the future', () => {
    for (const { values } of events)
      expect(values.date_utc > today).toBe(values.status === 'future');
  });

  it('generates valid costs', () => {
    for (const { values } of events) expect(readCost(values.cost)).toEqual(values.cost);
  });

  it('uses only categories of the sample data', () => {
    const known = new Set(WORDS.categories.flatMap(({ children }) => children));
    for (const { categories } of events)
      for (const category of categories) expect(known).toContain(category);
  });

  it.each<[string, (event: PlannedEvent) => boolean]>([
    ['all-day', ({ values }) => values.all_day],
    ['many-day', ({ values }) => values.start_date.slice(0, 10) !== values.end_date.slice(0, 10)],
    ['featured', ({ values }) => values.featured],
    ['hidden', ({ values }) => values.hide_from_listings],
    ['ticketed', ({ values }) => values.ticketed],
    ['draft', ({ values }) => values.status === 'draft'],
    ['private', ({ values }) => values.status === 'private'],
    ['free', ({ values }) => values.cost.includes('Free')],
    ['online', ({ venues }) => venues.length === 0],
    ['German', ({ values }) => values.languages.includes(',de,')],
    ['French', ({ values }) => values.languages.includes(',fr,')],
  ])('generates some %s events, but less than half', (_kind, is) => {
    const some = events.filter(is).length;
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(COUNT / 2);
  });
});
