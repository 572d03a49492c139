import { wholePeriods } from './periods';

const at = (text: string): Date => new Date(`${text}Z`);

describe('wholePeriods', () => {
  it('returns days for all events, with the hours before and after them as edges', () => {
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

  it('returns months for the events of one record', () => {
    const range = { from: at('2027-05-01T00:00:00'), until: at('2027-07-31T23:59:59') };
    expect(wholePeriods('event_tags', range)).toEqual({
      first: at('2027-05-01T00:00:00'),
      end: at('2027-08-01T00:00:00'),
      edges: [],
    });
  });

  it('returns all periods on the side without a bound', () => {
    expect(wholePeriods('event_tags', {})).toEqual({ edges: [] });
    expect(wholePeriods('events', { from: at('0001-01-01T00:00:00') })).toEqual({
      first: at('0001-01-01T00:00:00'),
      edges: [],
    });
  });

  it('returns undefined for a range within one period', () => {
    const day = { from: at('2027-05-01T00:00:01'), until: at('2027-05-01T23:59:59') };
    expect(wholePeriods('events', day)).toBeUndefined();
    const night = { from: at('2027-05-01T20:00:00'), until: at('2027-05-02T03:00:00') };
    expect(wholePeriods('events', night)).toBeUndefined();
  });

  it.each(['events', 'event_tags'])(
    'returns undefined for a range that begins within the last period of %s',
    (list) => {
      expect(wholePeriods(list, { from: at('9999-12-31T10:00:00') })).toBeUndefined();
    },
  );
});
