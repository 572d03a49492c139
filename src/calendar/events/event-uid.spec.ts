import { madePrefix, uidOf } from './event-uid';

const CALENDAR = '3f0c2a5e-8d14-4b6f-9a57-1c2d3e4f5a6b';

describe('The uid of an event', () => {
  it('is the stored one', () => {
    expect(uidOf({ id: 7, uid: 'a@example.org' }, CALENDAR)).toBe('a@example.org');
  });

  it('is derived from its id and the calendar by default', () => {
    const uid = uidOf({ id: 7, uid: null }, CALENDAR);
    expect(uid).toBe(`7-${CALENDAR}`);
    expect(madePrefix(uid, CALENDAR)).toBe('');
  });

  it('of a series has a prefix', () => {
    const uid = uidOf({ id: 7, uid: null }, CALENDAR, 's');
    expect(uid).toBe(`s7-${CALENDAR}`);
    expect(madePrefix(uid, CALENDAR)).toBe('s');
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
    expect(madePrefix(uid, CALENDAR)).toBeUndefined();
  });
});
