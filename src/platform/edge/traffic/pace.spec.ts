import { Pace } from './pace';

describe('Pace', () => {
  let pace: Pace;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    pace = new Pace(250);
  });
  afterEach(() => jest.useRealTimers());

  const add = (count: number): void => {
    for (let added = 0; added < count; added++) pace.add();
  };

  it('is the count of the last period', () => {
    add(20);
    expect(pace.perPeriod).toBe(0);
    jest.advanceTimersByTime(250);
    add(5);
    expect(pace.perPeriod).toBe(20);
    jest.advanceTimersByTime(250);
    expect(pace.perPeriod).toBe(5);
  });

  it('falls while nothing is counted', () => {
    add(20);
    jest.advanceTimersByTime(1000);
    expect(pace.perPeriod).toBe(5);
    jest.advanceTimersByTime(250);
    expect(pace.perPeriod).toBe(0);
  });
});
