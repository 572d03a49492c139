import { created, later, optionsAt } from '../../../../test/support/series/plans';
import { daily, JAZZ, NOW, setOf, wrongIn } from '../../../../test/support/series/sets';
import { planCreation, planRestoration, planUpdate } from './plan';
import { assertFew, assertFewMoved } from './series-limits';
import { writeLimit } from './series-settings';

describe('The limit of a write of a series', () => {
  /** A series of 109 events, of which SERIES_MONTHS=1 would make 8. */
  const jazz = created(setOf(JAZZ));
  const most = writeLimit(1);
  const optionsOf = (now: Date) => optionsAt(now, { horizon: '2027-06-30' });

  it('is that of SERIES_MONTHS for a new series', () => {
    const plan = planCreation(daily('FREQ=DAILY', '2027-04-02'), undefined, optionsAt(NOW));
    expect(wrongIn(() => assertFew(plan, most))).toEqual({
      rrule: expect.stringContaining('makes 80 at most') as string,
    });
  });

  it('counts up to 10,000 occurrences', () => {
    const fault = (start: string) => {
      const plan = planCreation(
        daily('FREQ=DAILY', start),
        undefined,
        optionsAt(NOW, { past: true }),
      );
      return wrongIn(() => assertFew(plan, most)).rrule;
    };
    expect(fault('2019-04-02')).toContain('gives 3,713 occurrences');
    expect(fault('1927-04-02')).toContain('gives more than 10,000 occurrences');
  });

  it('is the number of the coming events after SERIES_MONTHS was lowered', () => {
    const update = (rrule: string) => {
      const after = setOf({ rrule }, jazz.set);
      return planUpdate(jazz.set, after, jazz.rows, optionsOf(NOW));
    };
    expect(wrongIn(() => assertFew(update('FREQ=WEEKLY'), most))).toEqual({});
    expect(wrongIn(() => assertFew(update('FREQ=WEEKLY;BYDAY=TU,WE;INTERVAL=2'), most))).toEqual(
      {},
    );
    expect(wrongIn(() => assertFew(update('FREQ=DAILY'), most))).toEqual({
      rrule: expect.stringContaining('makes 109 at most') as string,
    });
  });

  it('allows the restoration of all events, of which some are over by then', () => {
    const now = new Date('2027-06-10T10:00:00Z');
    const { set, rows } = later(jazz, now);
    const trash = rows.map((row) => ({ ...row, trashed: true }));
    const plan = planRestoration(set, set, trash, optionsOf(now));
    expect(plan.revived).toHaveLength(109);
    expect(wrongIn(() => assertFew(plan, most))).toEqual({});
  });

  it('counts the events that are over and go along with a split', () => {
    const now = new Date('2027-06-10T10:00:00Z');
    const { set, rows } = later(jazz, now);
    const ids = rows.map(({ id }) => id);
    const plan = planUpdate(set, set, rows, optionsAt(now, { horizon: '2029-05-31' }));
    expect(wrongIn(() => assertFewMoved(ids, plan, 109))).toEqual({});
    expect(wrongIn(() => assertFewMoved(ids, plan, most))).toEqual({
      from: expect.stringContaining('109 occurrences, and one write changes 103 at most') as string,
    });
  });
});
