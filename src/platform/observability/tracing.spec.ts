import { wantsTraces } from './tracing';

describe('wantsTraces', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

  it.each([
    endpoint,
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' },
    { ...endpoint, OTEL_SDK_DISABLED: 'false', OTEL_TRACES_EXPORTER: 'console,otlp' },
    { ...endpoint, OTEL_TRACES_EXPORTER: '' },
  ])('is true for %j', (environment) => {
    expect(wantsTraces(environment)).toBe(true);
  });

  it.each([
    {},
    { OTEL_SERVICE_NAME: 'calendar' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' },
    { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
  ])('is false for %j', (environment) => {
    expect(wantsTraces(environment)).toBe(false);
  });
});
