import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { type Caller, EVERYBODY } from '../access';
import type { Settings } from '../config';
import { Problem } from '../errors';
import { Links } from './links';

/** What a service needs to know of the request besides its validated input. */
export interface RequestContext {
  site: Settings;
  links: Links;
  caller: Caller;
  /** When the request arrived: the `now` of everything it asks for. */
  now: Date;
  /** The parameters as they were sent, which the links to other pages repeat. */
  query: Readonly<Record<string, unknown>>;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

/**
 * Reads a request's context once, when it arrives.
 *
 * @throws Problem rest-bad-request when the Host header is not a host
 */
export function contextOf(request: Request, settings: Settings): RequestContext {
  const base = settings.publicUrl ?? addressed(request);
  return {
    site: settings,
    links: new Links(
      `${base}${request.languageSegment}/${settings.namespace}`,
      new URL(base).hostname,
      settings.pages,
    ),
    caller: EVERYBODY,
    now: new Date(),
    query: request.query,
  };
}

/** A host name or address, as DNS and URIs take it (RFC 3986 §3.2.2), with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function addressed(request: Request): string {
  const { protocol } = request;
  // Express has none for a request without a Host header, as HTTP/1.0 allows it.
  const host = (request.host as string | undefined) ?? '';
  const base = `${protocol}://${host}`;
  if (!HOST.test(host) || !/^https?:/.test(base) || !URL.canParse(base))
    throw new Problem('rest-bad-request', { message: 'The Host header cannot be read.' });
  return base;
}

/** Hands a controller the context of the request. */
export const Context = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): RequestContext =>
    execution.switchToHttp().getRequest<Request>().context,
);
