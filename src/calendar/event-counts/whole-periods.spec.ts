import { wholePeriods } from './whole-periods';

const at = (text: string): Date => new Date(`${text}Z`);

describe('The whole periods of a range', () => {
  it('are days of all events, and what is left are the hours before and after them', () => {
    const range = { from: at('2027-05-01T10:00:00'), until: at('2027-05-04T09:59:59') };
    expect(wholePeriods('events', range)).toEqual({
      first: at('2027-05-02T00:00:00'),
      end: at('2027-05-04T00:00:00'),
      edges: [
        { from: at('2027-05-01T10:00:00'), until: at('2027-05-01T23:59:59') },
        { from: at('2027-05-04T00:00:00'), until: at('2027-05-04T09:59:59') },
      ],
    });
  });

  it('are months of those of one record', () => {
    const range = { from: at('2027-05-01T00:00:00'), until: at('2027-07-31T23:59:59') };
    expect(wholePeriods('event_tags', range)).toEqual({
      first: at('2027-05-01T00:00:00'),
      end: at('2027-08-01T00:00:00'),
      edges: [],
    });
  });

  it('are all periods on the side without a bound', () => {
    expect(wholePeriods('event_tags', {})).toEqual({ edges: [] });
    expect(wholePeriods('events', { from: at('0001-01-01T00:00:00') })).toEqual({
      first: at('0001-01-01T00:00:00'),
      edges: [],
    });
  });

  it('are none of a range within one', () => {
    const day = { from: at('2027-05-01T00:00:01'), until: at('2027-05-01T23:59:59') };
    expect(wholePeriods('events', day)).toBeUndefined();
    const night = { from: at('2027-05-01T20:00:00'), until: at('2027-05-02T03:00:00') };
    expect(wholePeriods('events', night)).toBeUndefined();
  });

  it.each(['events', 'event_tags'])(
    'are none of a range that begins within the last of %s',
    (list) => {
      expect(wholePeriods(list, { from: at('9999-12-31T10:00:00') })).toBeUndefined();
    },
  );
});
