import { overridesAfter } from './series-fields';

const SERIES = { title: 'Jazz', venue: [3], start_date: ['2027-06-01 20:00:00'] };

describe('The overrides of an occurrence', () => {
  it('are the fields whose value a write changes', () => {
    const after = { ...SERIES, title: 'Blues', venue: [3] };
    expect(overridesAfter([], SERIES, after, SERIES)).toEqual(['title']);
  });

  it('stay when a record is sent back', () => {
    const own = { ...SERIES, title: 'Blues' };
    expect(overridesAfter(['title'], own, own, SERIES)).toEqual(['title']);
    expect(overridesAfter([], SERIES, { ...SERIES }, SERIES)).toEqual([]);
  });

  it('end with the value of the series', () => {
    const moved = { ...SERIES, start_date: ['2027-06-03 18:00:00'] };
    expect(overridesAfter(['start_date'], moved, SERIES, SERIES)).toEqual([]);
  });

  it('stay when the series happens to have the same value by now', () => {
    const after = { ...SERIES, venue: [9] };
    expect(overridesAfter(['title'], SERIES, after, SERIES)).toEqual(['title', 'venue']);
  });
});
