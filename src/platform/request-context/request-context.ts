import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ANONYMOUS, type Caller, EVERYBODY } from '../access';
import { clientAddress } from '../clients';
import { Conditions } from '../conditional';
import type { Settings } from '../config';
import type { ZoneRules } from '../dates';
import { hostnameOf, unreadableHost } from '../hosts';
import type { Reservation } from '../idempotency';
import { FieldSelection } from '../sparse-fields';
import { Links } from './links';

/** What a service needs to know of the request besides its validated input. */
export interface RequestContext {
  site: Settings;
  /** Of the zones that dates are read and shown in. */
  rules: ZoneRules;
  links: Links;
  caller: Caller;
  /** What tells clients apart that have shown no credential: an address, or the network of one. */
  client: string;
  /** When the request arrived, by the `Clock`: the `now` of everything it asks for. */
  now: Date;
  /** The parameters as they were sent, which the links to other pages repeat. */
  query: Readonly<Record<string, unknown>>;
  /** What the answer depends on, and by what it is known: `ETag`, `If-Match` and their like. */
  conditions: Conditions;
  /** The keys of the answer that the request wants; all of them where it is no read. */
  fields: FieldSelection;
  /** Resolves when the answer has been made, or its client has gone. */
  answered: Promise<void>;
  /** The request's right to create what its `Idempotency-Key` is for; see `Creations`. */
  reservation?: Reservation;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

/** What is the same for all requests to an instance. */
export type Instance = Pick<RequestContext, 'site' | 'rules'> & {
  /** Of all its answers; see `editionOf`. */
  edition: string;
};

/**
 * Reads a request's context once, when it arrives.
 *
 * @throws Problem rest-bad-request when the Host header is not a host
 */
export function contextOf(
  request: Request,
  response: Response,
  { site, rules, edition }: Instance,
  now: Date,
): RequestContext {
  const base = site.publicUrl ?? addressed(request);
  const root = `${base}${request.languageSegment}/${site.namespace}`;
  return {
    site,
    rules,
    links: new Links(root, new URL(base).hostname, site.pages),
    caller: site.access === 'open' ? EVERYBODY : ANONYMOUS,
    client: clientAddress(request),
    now,
    query: request.query,
    conditions: new Conditions(request, `${root} ${edition}`, now),
    fields: FieldSelection.ALL,
    answered: answered(response),
  };
}

function addressed(request: Request): string {
  const { protocol } = request;
  // Express has none for a request without a Host header, as HTTP/1.0 allows it.
  const host = (request.host as string | undefined) ?? '';
  const base = `${protocol}://${host}`;
  if (hostnameOf(host) === undefined || !/^https?:/.test(base)) throw unreadableHost();
  return base;
}

const answered = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    response.once('prefinish', resolve).once('close', resolve);
  });

/** Hands a controller the context of the request. */
export const Context = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): RequestContext =>
    execution.switchToHttp().getRequest<Request>().context,
);
