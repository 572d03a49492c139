import { created, listed, updated } from '../../../../../test/support/series/plans';
import { JAZZ, setOf, wrongIn } from '../../../../../test/support/series/sets';
import { DateInput } from '../../../../platform/dates';
import { ruleText, type SeriesSet, slots } from '../set';
import { planSplit, slotFrom } from './plan-split';

const UNTIL = { until: '2027-12-31' };
const ten = created(setOf({ ...JAZZ, rrule: 'FREQ=WEEKLY;COUNT=10' }));
const split = (set: SeriesSet, from: string) => planSplit(set, from, []);

describe('A split', () => {
  it('divides the slots, COUNT and the occurrences', () => {
    const { before, after, ids } = planSplit(ten.set, '2027-06-01 20:00:00', ten.rows);
    expect([...slots(before)]).toHaveLength(4);
    expect(ruleText(before)).toBe('FREQ=WEEKLY;UNTIL=20270525T180000Z');
    expect(ruleText(after)).toBe('FREQ=WEEKLY;COUNT=6');
    expect([after.start, after.end]).toEqual(['2027-06-01 20:00:00', '2027-06-01 23:00:00']);
    expect(ids).toEqual(ten.rows.slice(4).map(({ id }) => id));
    const [first, second] = [ten.rows.slice(0, 4), ten.rows.slice(4)];
    expect(updated({ set: before, rows: first }, before).rows).toEqual(first);
    expect(updated({ set: after, rows: second }, after).rows).toEqual(second);
  });

  it('counts excluded slots', () => {
    const set = setOf({ exdates: ['2027-05-11', '2027-06-08'] }, ten.set);
    const { before, after } = split(set, '2027-06-01 20:00:00');
    expect(ruleText(after)).toBe('FREQ=WEEKLY;COUNT=6');
    expect(before.exdates).toEqual(['2027-05-11 20:00:00']);
    expect(after.exdates).toEqual(['2027-06-08 20:00:00']);
  });

  it('at an rdate begins the rule with its next slot', () => {
    const set = setOf({ ...JAZZ, rdates: ['2027-05-06', '2027-06-03', '2027-06-05'] });
    const { before, after } = split(set, '2027-06-03 20:00:00');
    expect(ruleText(before)).toBe('FREQ=WEEKLY;UNTIL=20270601T180000Z;BYDAY=TU');
    expect(before.rdates).toEqual(['2027-05-06 20:00:00']);
    expect(after.start).toBe('2027-06-08 20:00:00');
    expect(after.rdates).toEqual(['2027-06-03 20:00:00', '2027-06-05 20:00:00']);
  });

  it('at an rdate on a day of the rule divides the day', () => {
    const set = setOf({ ...JAZZ, rdates: ['2027-06-01 15:00', '2027-06-01 22:00'] });
    expect([...slots(split(set, '2027-06-01 22:00:00').before, UNTIL)].at(-1)).toBe(
      '2027-06-01 20:00:00',
    );
    expect([...slots(split(set, '2027-06-01 20:00:00').before, UNTIL)].at(-1)).toBe(
      '2027-06-01 15:00:00',
    );
  });

  it('of listed dates alone divides them', () => {
    const set = setOf({
      start_date: '2027-05-04 20:00',
      end_date: '2027-05-04 23:00',
      rdates: ['2027-04-20', '2027-06-01', '2027-06-02'],
    });
    const middle = split(set, '2027-06-01 20:00:00');
    expect([...slots(middle.before)]).toEqual(['2027-04-20 20:00:00', '2027-05-04 20:00:00']);
    expect([...slots(middle.after)]).toEqual(['2027-06-01 20:00:00', '2027-06-02 20:00:00']);
    const early = split(set, '2027-05-04 20:00:00');
    expect([...slots(early.before)]).toEqual(['2027-04-20 20:00:00']);
    expect(early.before.end).toBe('2027-04-20 23:00:00');
    expect([...slots(early.after)]).toHaveLength(3);
  });

  it.each([
    ['FREQ=DAILY;INTERVAL=3', '2027-05-04', '2027-05-10'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '2027-05-04', '2027-05-16'],
    ['FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-1', '2027-05-31', '2027-10-31'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,3', '2027-05-03', '2027-05-05'],
    ['FREQ=YEARLY;BYMONTH=5,11', '2027-05-31', '2028-05-31'],
    ['FREQ=DAILY;UNTIL=20271231', '2027-05-04', '2027-12-31'],
  ])('of %s has together the same slots', (rrule, start, from) => {
    const set = setOf({ rrule, start_date: start, end_date: start, all_day: true });
    const { before, after } = split(set, `${from} 00:00:00`);
    const range = { until: '2040-12-31' };
    expect([...slots(before, range), ...slots(after, range)]).toEqual([...slots(set, range)]);
  });

  it.each([
    ['the first slot', '2027-05-04 20:00:00'],
    ['an excluded slot', '2027-05-25 20:00:00'],
    ['another day', '2027-06-02 20:00:00'],
    ['another time', '2027-06-01 19:00:00'],
  ])('is refused at %s', (_, from) => {
    const set = setOf({ exdates: ['2027-05-25'] }, ten.set);
    expect(wrongIn(() => split(set, from))).toHaveProperty('from');
  });

  it('is at the only slot of a day', () => {
    const set = setOf({ ...JAZZ, rdates: ['2027-06-08 15:00'] });
    const slotOn = (day: string) => slotFrom(DateInput.read(day)!, set);
    expect(slotOn('2027-06-01')).toBe('2027-06-01 20:00:00');
    expect(wrongIn(() => slotOn('2027-06-02'))).toHaveProperty('from');
    expect(wrongIn(() => slotOn('2027-06-08'))).toHaveProperty('from');
  });

  it('keeps all occurrences', () => {
    expect(listed(ten)).toHaveLength(10);
  });
});
