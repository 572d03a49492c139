import { derivedFrom, uidOf } from './calendar-identity';

const CALENDAR = '3f0c2a5e-8d14-4b6f-9a57-1c2d3e4f5a6b';

describe('The uid of a record', () => {
  it('is the stored one', () => {
    expect(uidOf({ id: 7, uid: 'a@example.org' }, CALENDAR)).toBe('a@example.org');
  });

  it('is derived from its id and the calendar by default', () => {
    const uid = uidOf({ id: 7, uid: null }, CALENDAR);
    expect(uid).toBe(`7-${CALENDAR}`);
    expect(derivedFrom(uid, CALENDAR)).toBe(7);
  });

  it('of a series has a prefix', () => {
    const uid = uidOf({ id: 7, uid: null }, CALENDAR, 's');
    expect(uid).toBe(`s7-${CALENDAR}`);
    expect(derivedFrom(uid, CALENDAR, 's')).toBe(7);
    expect(derivedFrom(uid, CALENDAR)).toBeUndefined();
  });

  it.each([
    'a@example.org',
    CALENDAR,
    `-${CALENDAR}`,
    `7${CALENDAR}`,
    `7.5-${CALENDAR}`,
    `-7-${CALENDAR}`,
    `7-${CALENDAR.toUpperCase()}`,
    `7-${CALENDAR}x`,
    `x7-${CALENDAR}`,
    '7-00000000-0000-4000-8000-000000000000',
  ])('%s is not derived by this calendar', (uid) => {
    expect(derivedFrom(uid, CALENDAR)).toBeUndefined();
  });

  it.each(['0', '007', '9'.repeat(60)])('%s with the UUID has no record', (digits) => {
    expect(derivedFrom(`${digits}-${CALENDAR}`, CALENDAR)).toBe(0);
  });
});
