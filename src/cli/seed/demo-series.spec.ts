import { readSet } from '../../calendar/events/series/set';
import { ZONE_RULES } from '../../platform/dates';
import { demoSeries } from './demo-series';

it('The series of the demo begin with a date of their rule, on each day of a year', () => {
  for (let day = 0; day < 365; day++) {
    const now = new Date(Date.UTC(2027, 0, 1 + day));
    for (const series of demoSeries(now, ZONE_RULES)) {
      const set = readSet(series, undefined, { rules: ZONE_RULES, siteZone: 'UTC', now });
      expect(now.getTime() - Date.parse(set.start.slice(0, 10))).toBeLessThan(63 * 24 * 3_600_000);
    }
  }
});
