/**
 * True when the environment sets an endpoint for traces, and does not disable them (OpenTelemetry).
 */
export function wantsTraces(environment: NodeJS.ProcessEnv): boolean {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ofTraces,
    OTEL_SDK_DISABLED: disabled = '',
    OTEL_TRACES_EXPORTER: exporters,
  } = environment;
  const exportsOtlp = (exporters || 'otlp').split(',').some((name) => name.trim() === 'otlp');
  return Boolean(endpoint || ofTraces) && exportsOtlp && disabled.toLowerCase() !== 'true';
}
