import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { Settings } from '../config';
import type { ErrorCode } from '../errors';
import { clientIpOf } from '../http/context';
import { JsonLog, requestLogger } from './json-log';
import { isProbe, loggedAddress } from './logged-address';
import { Metrics } from './metrics';

/** The header field with the id of a request, in the request and in its response. */
const REQUEST_ID = 'X-Request-Id';

const TOKEN = /^[\w.:@/+=-]{1,128}$/;

/** Returns the id in the header of the request, if it is a valid token; otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const { 'x-request-id': sent } = headers;
  return typeof sent === 'string' && TOKEN.test(sent) ? sent : randomUUID();
}

/** Errors that a healthy service may return hundreds of times a second. */
const REFUSALS = new Set<ErrorCode>(['rest-overloaded']);

/** `method` is the one before an override; `sendProblem` stores the code of its problem. */
type LoggedResponse = Response<unknown, { method: string; problem?: ErrorCode }>;

/**
 * Assigns an id to every request, and writes it to the log, the metrics and the trace when its
 * response has ended or its connection has closed. It must run before everything that may respond.
 */
@Injectable()
export class RequestLogMiddleware implements NestMiddleware {
  private readonly log: HttpLogger<Request, LoggedResponse>;

  constructor(
    { pino }: JsonLog,
    private readonly metrics: Metrics,
    private readonly settings: Settings,
  ) {
    this.log = pinoHttp<Request, LoggedResponse>({
      logger: pino,
      genReqId: ({ headers }) => requestIdOf(headers),
      // The lines have the id of the request instead of the request, which contains credentials.
      customAttributeKeys: { req: 'request_id', responseTime: 'duration_ms' },
      wrapSerializers: false,
      serializers: { request_id: ({ id }: Request) => id },
      customLogLevel: ({ originalUrl }, response) =>
        levelOf(originalUrl, statusOf(response), response.locals.problem),
      customSuccessObject: lineOf,
      customErrorObject: (request, response, _error, line: Line) => lineOf(request, response, line),
      customSuccessMessage: messageOf,
      customErrorMessage: messageOf,
    });
  }

  use(request: Request, response: LoggedResponse, next: NextFunction): void {
    const { method, originalUrl } = request;
    request.clientIp = clientIpOf(request);
    response.locals.method = method;
    this.log(request, response);
    response.setHeader(REQUEST_ID, request.id as string);
    const span = trace.getActiveSpan();
    if (span?.isRecording()) {
      const { path, query } = loggedAddress(originalUrl);
      span.setAttributes({
        'url.path': path,
        'url.query': query,
        'client.address': request.clientIp,
      });
    }
    const end = this.metrics.durations.startTimer();
    this.metrics.inFlight.inc();
    // Runs before OpenTelemetry's listener of the same event, which ends its span.
    response.prependOnceListener('close', () => {
      this.metrics.inFlight.dec();
      const route = routeLabel(request, this.settings.apiNamespace);
      const label = methodLabel(method);
      if (route !== undefined)
        span?.setAttribute('http.route', route).updateName(`${label} ${route}`);
      const status = String(statusOf(response) ?? 'none');
      end({ method: label, route: route ?? 'unmatched', status });
      const { problem: code } = response.locals;
      if (code !== undefined) this.metrics.problems.inc({ code });
    });
    requestLogger.run(request.log, next);
  }
}

/** The members of pino-http's own lines that are used. */
interface Line {
  duration_ms: number;
}

function lineOf(request: Request, response: LoggedResponse, { duration_ms }: Line): object {
  // The response may precede the authentication.
  const { caller } = (request as Partial<Request>).context ?? {};
  return {
    logger: 'Requests',
    method: response.locals.method,
    ...loggedAddress(request.originalUrl),
    status: statusOf(response),
    code: response.locals.problem,
    duration_ms,
    bytes: response.writableFinished ? bytesOf(response) : undefined,
    client: request.clientIp,
    caller: caller?.identity || undefined,
    role: caller?.role,
  };
}

/** Returns undefined if the connection closed before there was a response. */
const statusOf = ({ headersSent, statusCode }: Response): number | undefined =>
  headersSent ? statusCode : undefined;

/** In the words of pino-http, which would also call a response completed whose client left before its end. */
const messageOf = (_request: Request, response: Response): string =>
  response.writableFinished ? 'request completed' : 'request aborted';

/** Returns the size of the content that was sent; undefined for compressed content. */
function bytesOf(response: Response): number | undefined {
  if (response.req.method === 'HEAD') return 0;
  const length = response.getHeader('content-length');
  if (length !== undefined) return Number(length);
  return response.hasHeader('content-encoding') ? undefined : 0;
}

/**
 * Returns the log level of a request: `error` requires the attention of an operator.
 *
 * @param status undefined if the connection closed before there was a response
 * @param code of the problem document, if the response is one
 */
export function levelOf(address: string, status = 0, code?: ErrorCode): 'debug' | 'info' | 'error' {
  // A health check that returns 503, without a problem document, works as intended.
  const isExpected = status < 400 || (status === 503 && code === undefined);
  if (isExpected && isProbe(address)) return 'debug';
  const isRefusal = code !== undefined && REFUSALS.has(code);
  return status >= 500 && !isRefusal ? 'error' : 'info';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns a known method, else `other`: clients may send any method, and labels must be few. */
export const methodLabel = (method: string): string => (METHODS.has(method) ? method : 'other');

/**
 * Returns the pattern of a request's route, such as `/events/:id`, without the namespace. There are
 * few patterns, while the number of addresses is unlimited. Undefined for a request that matches no
 * route, or is refused before routing.
 *
 * @param namespace without leading and trailing slashes
 */
export function routeLabel(
  { route }: Pick<Request, 'route'>,
  namespace: string,
): string | undefined {
  const { path } = (route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return undefined;
  const prefix = `/${namespace}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
}
