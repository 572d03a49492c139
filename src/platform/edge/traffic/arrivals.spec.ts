import { Throughput } from './arrivals';

describe('Throughput', () => {
  let throughput: Throughput;
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    throughput = new Throughput(250);
  });
  afterEach(() => jest.useRealTimers());

  const add = (count: number): void => {
    for (let added = 0; added < count; added++) throughput.add();
  };

  it('is the count of the last period', () => {
    add(20);
    expect(throughput.perPeriod).toBe(0);
    jest.advanceTimersByTime(250);
    add(5);
    expect(throughput.perPeriod).toBe(20);
    jest.advanceTimersByTime(250);
    expect(throughput.perPeriod).toBe(5);
  });

  it('falls while nothing is counted', () => {
    add(20);
    jest.advanceTimersByTime(1000);
    expect(throughput.perPeriod).toBe(5);
    jest.advanceTimersByTime(250);
    expect(throughput.perPeriod).toBe(0);
  });
});
