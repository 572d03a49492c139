import { AsyncResource } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import { diag, DiagLogLevel, SpanKind } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MySQL2Instrumentation } from '@opentelemetry/instrumentation-mysql2';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type Span } from '@opentelemetry/sdk-trace-node';
import { isProbe } from './probes';

/** The default of `OTEL_SERVICE_NAME`. */
const SERVICE_NAME = 'event-calendar';

/** Exports spans; OpenTelemetry reads the endpoint and the sampler from the environment. */
class Spans extends BatchSpanProcessor {
  /**
   * Removes the messages of database errors, which may quote values: the log has them without
   * values.
   */
  onEnding(span: Span): void {
    if (span.kind === SpanKind.CLIENT) span.setStatus({ code: span.status.code });
  }
}

/**
 * Records a span for every request and for every statement of MySQL or MariaDB, and continues the
 * traces of callers (W3C Trace Context).
 *
 * @returns a function that exports the recorded spans, and stops
 */
export function recordTraces(): () => Promise<void> {
  reportTrouble(new Logger('Traces'));
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new Spans(new OTLPTraceExporter())],
  });
  provider.register();
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = '' }) => isProbe(url),
        headersToSpanAttributes: { server: { responseHeaders: ['x-request-id'] } },
      }),
      new MySQL2Instrumentation({ maskStatement: true }),
    ],
  });
  return () => provider.shutdown();
}

/**
 * Logs export errors outside of any request: the request that started the batch is not the cause.
 */
function reportTrouble(logger: Logger): void {
  const silent = (): void => undefined;
  diag.setLogger(
    {
      error: AsyncResource.bind((message: string) => logger.error(sentence(message))),
      warn: AsyncResource.bind((message: string) => logger.warn(sentence(message))),
      info: silent,
      debug: silent,
      verbose: silent,
    },
    DiagLogLevel.WARN,
  );
}

/** A sentence from OpenTelemetry's errors, which it writes as JSON. */
function sentence(said: string): string {
  const [, message] = /"message":"([^"]+)"/.exec(said) ?? [];
  return message === undefined ? said : `Traces are not delivered: ${message}`;
}
