import { isIP } from 'node:net';
import { type Span, trace } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { isProbe } from '../tracing';
import type { JsonLog } from './json-log';
import { loggedAddress } from './logged-address';
import type { Metrics } from './metrics';
import { REQUEST_ID, requestIdOf } from './request-id';
import { methodLabel, routeLabel, statusLabel } from './request-labels';
import { requestScope, type RequestScope } from './request-scope';

/**
 * Gives every request its id, and tells the log, the metrics and the trace of it when its answer is
 * done or cut. It comes before everything that may answer.
 *
 * @param namespace of the interface, without slashes around it
 */
export function watchRequests(log: JsonLog, metrics: Metrics, namespace: string): RequestHandler {
  return (request, response, next) => {
    const span = trace.getActiveSpan();
    const scope: RequestScope = {
      request_id: requestIdOf(request.headers['x-request-id']),
      trace_id: span?.spanContext().traceId,
    };
    response.setHeader(REQUEST_ID, scope.request_id);
    const end = metrics.begin();
    const { method } = request;
    const { path, query } = loggedAddress(request.originalUrl);
    // Both are gone with the connection.
    const client = clientOf(request);
    span?.setAttributes({ 'url.query': query, 'client.address': client });
    // OpenTelemetry ends its span at the same event, and listens already.
    response.prependOnceListener('close', () => {
      const status = response.headersSent ? response.statusCode : undefined;
      const route = routeLabel(request, namespace);
      name(span, method, route);
      const seconds = end({
        method: methodLabel(method),
        route,
        status: statusLabel(status),
      });
      const cut = !response.writableFinished;
      log.write(
        levelOf(path, status),
        {
          logger: 'Requests',
          ...scope,
          method,
          path,
          query,
          status,
          duration_ms: Math.round(seconds * 1e6) / 1e3,
          bytes: cut ? undefined : bytesOf(response),
          client,
          ...callerOf(request),
        },
        cut ? 'Cut off.' : 'Answered.',
      );
    });
    requestScope.run(scope, () => next());
  };
}

function levelOf(path: string, status = 0): 'debug' | 'info' | 'error' {
  if (isProbe(path)) return 'debug';
  return status >= 500 ? 'error' : 'info';
}

/** The address of the client, as far as the trusted proxies vouch for it. */
function clientOf({ ip, socket }: Request): string | undefined {
  return ip !== undefined && isIP(ip) > 0 ? ip : socket.remoteAddress;
}

/** Who asked, once that is known: a request may have been answered before. */
function callerOf(request: Request): { caller?: string; role?: string } {
  const { caller } = (request.context as Request['context'] | undefined) ?? {};
  return { caller: caller?.identity || undefined, role: caller?.role };
}

/** Length of the content that was sent. */
function bytesOf(response: Response): number {
  return response.req.method === 'HEAD' ? 0 : Number(response.getHeader('content-length') ?? 0);
}

/** Names a span as the conventions for HTTP have it, once the route is known. */
function name(span: Span | undefined, method: string, route: string): void {
  if (!span || route === 'unmatched') return;
  span.setAttribute('http.route', route);
  span.updateName(`${methodLabel(method)} ${route}`);
}
