import { isProbe } from './probes';

describe('isProbe', () => {
  it.each(['/health/live', '/health/ready?x=1', '/metrics', '/metrics?name[]=x'])(
    'is true for %s',
    (address) => {
      expect(isProbe(address)).toBe(true);
    },
  );

  it.each(['/', '/healthy', '/metricsx', '/cal/events/v1/health', '/de/metrics'])(
    'is false for %s',
    (address) => {
      expect(isProbe(address)).toBe(false);
    },
  );
});
