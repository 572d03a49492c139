import { earliestStart, spanOf } from './event.entity';

const at = (text: string): Date => new Date(`${text}Z`);

describe('The duration class of an event', () => {
  it.each([
    ['2027-05-01T10:00:00', '2027-05-01T10:00:00', 0],
    ['2027-05-01T10:00:00', '2027-05-02T10:00:00', 0],
    ['2027-05-01T10:00:00', '2027-05-02T10:00:01', 1],
    ['2027-05-01T00:00:00', '2027-05-05T00:00:00', 1],
    ['2027-05-01T00:00:00', '2027-05-31T23:59:59', 3],
    ['0001-01-01T00:00:00', '9999-12-31T23:59:59', 11],
  ])('from %s to %s is %d', (start, end, span) => {
    const event = { start_utc: at(start), end_utc: at(end) };
    expect(spanOf(event)).toBe(span);
    const justBefore = new Date(event.end_utc.getTime() - 1000);
    expect(earliestStart(span, justBefore) <= event.start_utc).toBe(true);
  });

  it('has an earliest start not before the first year', () => {
    expect(earliestStart(11, at('2027-05-01T10:00:00'))).toEqual(at('0001-01-01T00:00:00'));
  });
});
