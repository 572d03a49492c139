import { canonical, daily, setOf, wrongIn } from '../../../../../test/support/series/sets';
import { ruleText, storedRule } from './rule-text';
import { readStoredRule } from './read-rule';

const wrongRule = (rrule: string) => wrongIn(() => daily(rrule, '2027-05-04')).rrule;

describe('A rule', () => {
  it.each([
    ['FREQ=HOURLY', 'FREQ=HOURLY: a series has one time of day'],
    ['FREQ=DAILY;BYHOUR=14,20', 'BYHOUR: a series has one time of day'],
    ['FREQ=YEARLY;BYWEEKNO=7', 'BYWEEKNO: programs disagree'],
    ['RSCALE=CHINESE;FREQ=YEARLY', 'RSCALE: only the Gregorian calendar'],
    ['FREQ=MONTHLY;SKIP=BACKWARD', 'the last day of a month is BYMONTHDAY=-1'],
    ['RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'a single rule'],
    ['RRULE:FREQ=DAILY;RRULE:FREQ=WEEKLY', 'a single rule'],
    ['EXRULE:FREQ=DAILY', 'exdates'],
    ['FREQ=WEEKLY;FREQ=DAILY', 'FREQ only once'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20270701', 'COUNT or UNTIL, not both'],
    ['FREQ=WEEKLY;BYDAY=2TU', 'numbers in BYDAY only with FREQ=MONTHLY or FREQ=YEARLY'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL (an integer between 1 and 1000), not "0"'],
    ['FREQ=DAILY;INTERVAL=1001', 'INTERVAL'],
    ['FREQ=DAILY;COUNT=10001', 'COUNT (an integer between 1 and 10000)'],
    ['FREQ=DAILY;COUNT=1.5', 'COUNT'],
    ['FREQ=FORTNIGHTLY', 'FREQ of DAILY, WEEKLY, MONTHLY, YEARLY; every two weeks is'],
    ['INTERVAL=2', 'FREQ of DAILY'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY only with FREQ=YEARLY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY with FREQ=WEEKLY'],
    ['FREQ=WEEKLY;BYSETPOS=1', 'BYSETPOS only with another BY part'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY'],
    ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH'],
    ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY (MO, TU, WE, TH, FR, SA, SU, monthly'],
    ['FREQ=WEEKLY;BYDAY=TUESDAY', 'not "TUESDAY"'],
    ['every tuesday', 'as in FREQ=WEEKLY;BYDAY=TU, not "EVERY TUESDAY"'],
    ['FREQ=WEEKLY;BYDAY=', 'a value for BYDAY'],
    ['FREQ=WEEKLY;BYDAY', 'a value for BYDAY'],
    ['FREQ=WEEKLY;COLOR=RED', 'not "COLOR"'],
    ['FREQ=WEEKLY;UNTIL=20270230', 'UNTIL'],
    ['FREQ=WEEKLY;UNTIL=2027-06-30', 'UNTIL'],
    ['FREQ=WEEKLY;UNTIL=20270503', 'UNTIL that is not before start_date'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'within 100 years'],
    [`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(300)}1`, 'at most 500 characters'],
    ['constructor', 'not "CONSTRUCTOR"'],
    [';', 'FREQ of DAILY'],
  ])('%j is refused with the part and the reason', (rrule, reason) => {
    expect(wrongRule(rrule)).toContain(reason);
  });

  it('is refused with all wrong parts', () => {
    const message = wrongRule('FREQ=DAILY;COUNT=0;BYMONTH=13');
    expect(message).toContain('COUNT');
    expect(message).toContain('BYMONTH');
  });

  it.each([
    ['rrule:freq=weekly;byday=tu', 'FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=WEEKLY;BYDAY=TU;', 'FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=WEEKLY;INTERVAL=1;WKST=MO;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=TU'],
    [' BYDAY=FR,TU,TU;FREQ=WEEKLY;WKST=SU ', 'FREQ=WEEKLY;BYDAY=TU,FR;WKST=SU'],
    ['FREQ=MONTHLY;BYDAY=+1TU,-1MO', 'FREQ=MONTHLY;BYDAY=-1MO,1TU'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,4,-1', 'FREQ=MONTHLY;BYMONTHDAY=-1,4,15'],
    ['COUNT=3;FREQ=DAILY;INTERVAL=02', 'FREQ=DAILY;INTERVAL=2;COUNT=3'],
    ['FREQ=DAILY;UNTIL=20271231', 'FREQ=DAILY;UNTIL=20271231'],
    [
      'FREQ=YEARLY;BYSETPOS=1;BYDAY=TU;BYYEARDAY=124;BYMONTHDAY=4;BYMONTH=5',
      'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4;BYYEARDAY=124;BYDAY=TU;BYSETPOS=1',
    ],
  ])('%j is returned as %s', (rrule, text) => {
    expect(canonical(rrule, '2027-05-04')).toBe(text);
    expect(canonical(text, '2027-05-04')).toBe(text);
  });

  it('is stored with UNTIL as a day', () => {
    const { rule } = daily('FREQ=WEEKLY;UNTIL=20271231T235959Z;BYDAY=TU', '2027-05-04');
    expect(storedRule(rule)).toBe('FREQ=WEEKLY;UNTIL=20280101;BYDAY=TU');
    expect(readStoredRule(storedRule(rule))).toEqual(rule);
    expect(readStoredRule(storedRule(null))).toBeNull();
  });
});

describe('UNTIL', () => {
  const until = (text: string, timezone = 'Europe/Paris', time = '20:00') =>
    ruleText(
      setOf({
        start_date: `2027-05-04 ${time}`,
        end_date: '2027-05-04 23:00',
        timezone,
        rrule: `FREQ=DAILY;UNTIL=${text}`,
      }),
    ).replace('FREQ=DAILY;UNTIL=', '');

  it.each([
    ['20270629', '20270629T180000Z'],
    ['20270629T200000', '20270629T180000Z'],
    ['20270629T195959', '20270628T180000Z'],
    ['20270629T180000Z', '20270629T180000Z'],
    ['20270629T175959Z', '20270628T180000Z'],
    ['20271231', '20271231T190000Z'],
    ['99991231T235959Z', '99991230T190000Z'],
  ])('%s is the last day on which a slot is not later: %s', (text, returned) => {
    expect(until(text)).toBe(returned);
    expect(until(returned)).toBe(returned);
  });

  it('of a slot that the clocks skip is an hour later', () => {
    expect(until('20280326', 'Europe/Paris', '02:30')).toBe('20280326T013000Z');
    expect(until('20280326T013000Z', 'Europe/Paris', '02:30')).toBe('20280326T013000Z');
  });

  it('loses no last occurrence when the time or the zone changes', () => {
    const stored = setOf({
      start_date: '2027-05-04 10:00',
      end_date: '2027-05-04 11:00',
      timezone: 'Europe/Paris',
      rrule: 'FREQ=WEEKLY;UNTIL=20270629T080000Z',
    });
    const later = setOf({ start_date: '2027-05-04 10:30' }, stored);
    expect(ruleText(later)).toBe('FREQ=WEEKLY;UNTIL=20270629T083000Z');
    // A record that is sent back with another time has the rule of the response.
    const whole = setOf({ start_date: '2027-05-04 10:30', rrule: ruleText(stored) }, stored);
    expect(whole).toEqual(later);
    const elsewhere = setOf({ timezone: 'America/New_York' }, stored);
    expect(ruleText(elsewhere)).toBe('FREQ=WEEKLY;UNTIL=20270629T140000Z');
  });
});
