import { isProbe } from './probes';

describe('A program that watches the service', () => {
  it.each(['/health/live', '/health/ready?x=1', '/metrics', '/metrics?name[]=x'])(
    'asks for %s',
    (address) => {
      expect(isProbe(address)).toBe(true);
    },
  );

  it.each(['/', '/healthy', '/metricsx', '/cal/events/v1/health', '/de/metrics'])(
    'does not ask for %s',
    (address) => {
      expect(isProbe(address)).toBe(false);
    },
  );
});
