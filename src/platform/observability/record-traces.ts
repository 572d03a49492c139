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

const logger = new Logger('Traces');

/**
 * Exports spans to the endpoint in the environment, which also sets the sampler and its argument.
 */
class Spans extends BatchSpanProcessor {
  /**
   * Removes database error messages, which may quote values; the log has them without the values.
   */
  onEnding(span: Span): void {
    if (span.kind === SpanKind.CLIENT) span.setStatus({ code: span.status.code });
  }
}

/**
 * Records a span of every request and of every statement to MySQL or MariaDB, and continues traces
 * that were started by the client (W3C Trace Context).
 *
 * @param serviceName the name, unless `OTEL_SERVICE_NAME` is set
 * @param isIgnored returns true for addresses whose requests are not recorded
 * @returns a function that exports the recorded spans, and stops recording
 */
export function recordTraces(
  serviceName: string,
  isIgnored: (address: string) => boolean,
): () => Promise<void> {
  reportTrouble();
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new Spans(new OTLPTraceExporter())],
  });
  provider.register();
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = '' }) => isIgnored(url),
        headersToSpanAttributes: { server: { responseHeaders: ['x-request-id'] } },
      }),
      new MySQL2Instrumentation({ maskStatement: true, maskStatementHook: withoutValues }),
    ],
  });
  return () => provider.shutdown();
}

/** Texts, whose quotation marks are escaped by backslashes, and numbers. */
const VALUES = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|\b\d+\b/g;

/**
 * Returns a statement with placeholders for its values, which it has if it was sent with others. The library's own
 * function would keep texts with line separators (U+2028), and all that follow.
 */
const withoutValues = (statement: string): string => statement.replace(VALUES, '?');

/**
 * Logs errors of the exporter. Spans are exported long after a request, so its context is not used
 * in these lines.
 */
function reportTrouble(): void {
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

/** OpenTelemetry writes errors as JSON. */
function sentence(report: string): string {
  const [, message] = /"message":"([^"]+)"/.exec(report) ?? [];
  return message === undefined ? report : `Traces are not delivered: ${message}`;
}
