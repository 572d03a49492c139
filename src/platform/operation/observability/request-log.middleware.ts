import { Injectable, type NestMiddleware } from '@nestjs/common';
import { type Span, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../foundation/config';
import { type ErrorCode, problemCodeOf, REQUEST_ID, requestIdOf } from '../../foundation/errors';
import { clientIp } from '../../http/hosts';
import { isProbe } from '../tracing';
import { JsonLog, requestScope, type RequestScope } from './json-log';
import { loggedAddress } from './logged-address';
import { Metrics } from './metrics';
import { methodLabel, routeLabel, statusLabel, UNMATCHED } from './request-labels';

/** Errors that a healthy service may answer hundreds of times a second. */
const REFUSALS = new Set<ErrorCode>(['rest-overloaded']);

/**
 * Assigns an id to every request, and writes it to the log, the metrics and the trace when its
 * answer has ended or its connection has closed. It must run before everything that may answer.
 */
@Injectable()
export class RequestLogMiddleware implements NestMiddleware {
  constructor(
    private readonly log: JsonLog,
    private readonly metrics: Metrics,
    private readonly settings: Settings,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const span = trace.getActiveSpan();
    const scope: RequestScope = {
      request_id: requestIdOf(request.headers),
      trace_id: span?.spanContext().traceId,
    };
    response.setHeader(REQUEST_ID, scope.request_id);
    const end = this.metrics.begin();
    // Middleware changes the address later.
    const { method, url } = request;
    // Read now, because a closed connection has no address any more.
    const client = clientIp(request);
    if (span?.isRecording()) {
      const { path, query } = loggedAddress(url);
      span.setAttributes({ 'url.path': path, 'url.query': query, 'client.address': client });
    }
    // Runs before OpenTelemetry's listener of the same event, which ends its span.
    response.prependOnceListener('close', () => {
      const status = response.headersSent ? response.statusCode : undefined;
      const route = routeLabel(request, this.settings.apiNamespace);
      name(span, method, route);
      const seconds = end({
        method: methodLabel(method),
        route,
        status: statusLabel(status),
      });
      const code = problemCodeOf(response);
      if (code !== undefined) this.metrics.countProblem(code);
      const level = levelOf({ route, status, code });
      if (!this.log.has(level)) return;
      const cut = !response.writableFinished;
      this.log.write(
        level,
        {
          logger: 'Requests',
          ...scope,
          method,
          ...loggedAddress(url),
          status,
          code,
          duration_ms: Math.round(seconds * 1e6) / 1e3,
          bytes: cut ? undefined : bytesOf(response),
          client,
          ...callerOf(request),
        },
        cut ? 'Cut off.' : 'Answered.',
      );
    });
    requestScope.run(scope, next);
  }
}

/** Returns the caller, if known: a request may be answered before it is authenticated. */
function callerOf({ context }: Partial<Request>): { caller?: string; role?: string } {
  const { caller } = context ?? {};
  return { caller: caller?.identity || undefined, role: caller?.role };
}

/** Returns the size of the content that was sent; undefined for compressed content. */
function bytesOf(response: Response): number | undefined {
  if (response.req.method === 'HEAD') return 0;
  const length = response.getHeader('content-length');
  if (length !== undefined) return Number(length);
  return response.hasHeader('content-encoding') ? undefined : 0;
}

/** Names a span by OpenTelemetry's conventions for HTTP, once the route is known. */
function name(span: Span | undefined, method: string, route: string): void {
  if (!span || route === UNMATCHED) return;
  span.setAttribute('http.route', route);
  span.updateName(`${methodLabel(method)} ${route}`);
}

interface Outcome {
  /** The pattern of the route, see `routeLabel`. */
  route: string;
  /** Undefined if the connection closed before there was an answer. */
  status?: number;
  /** The code of the problem document, if the answer is one. */
  code?: ErrorCode;
}

/** Returns the log level of a request: `error` requires the attention of an operator. */
export function levelOf({ route, status = 0, code }: Outcome): 'debug' | 'info' | 'error' {
  // A health check that answers 503, without a problem document, works as intended.
  const isAnswered = status < 400 || (status === 503 && code === undefined);
  if (isProbe(route) && isAnswered) return 'debug';
  const isRefusal = code !== undefined && REFUSALS.has(code);
  return status >= 500 && !isRefusal ? 'error' : 'info';
}
