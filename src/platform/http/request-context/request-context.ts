import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Settings } from '../../foundation/config';
import type { ZoneRules } from '../../foundation/dates';
import type { Reservation } from '../../storage/idempotency';
import { Conditions } from '../conditional';
import { clientAddress, hostnameOf, unreadableHost } from '../hosts';
import { FieldSelection } from '../sparse-fields';
import { ANONYMOUS, type Caller, EVERYBODY } from './caller';
import { Freshness } from './freshness';
import { Links } from './links';

/** The data of a request for services, besides its validated input. */
export interface RequestContext {
  site: Settings;
  /** The time zone rules for parsing and showing dates. */
  rules: ZoneRules;
  links: Links;
  caller: Caller;
  /** The key of the client for limits: an address, or a network; see `clientAddress`. */
  client: string;
  /**
   * The time of the request's arrival, by the `Clock`; the current time for everything in the
   * request. Reading it makes the answer uncacheable; see `Freshness` for answers that stay valid
   * for some time.
   */
  readonly now: Date;
  /** How long the answer stays valid. */
  freshness: Freshness;
  /** The parameters as they were sent; links to other pages repeat them. */
  query: Readonly<Record<string, unknown>>;
  /**
   * The preconditions of the request and the validators of its answer: `If-Match`, `ETag` and so
   * on.
   */
  conditions: Conditions;
  /** The keys of the answer that the client selects; all keys for a write. */
  fields: FieldSelection;
  /** Resolves when the answer is complete, or the client has disconnected. */
  answered: Promise<void>;
  /** The right to create the record of the request's `Idempotency-Key`; see `Creations`. */
  reservation?: Reservation;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

/** The part of the context that is the same for all requests of an instance. */
export type Instance = Pick<RequestContext, 'site' | 'rules'> & {
  /** A hash of everything that all answers depend on; see `editionOf`. */
  edition: string;
};

/**
 * Creates the context of a request at its arrival.
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
  const root = `${base}${request.languageSegment}/${site.apiNamespace}`;
  const freshness = new Freshness(now);
  return {
    site,
    rules,
    links: new Links(root, new URL(base).hostname, site.pages),
    caller: site.access === 'open' ? EVERYBODY : ANONYMOUS,
    client: clientAddress(request),
    get now() {
      freshness.endNow();
      return now;
    },
    freshness,
    query: request.query,
    conditions: new Conditions(request, `${root} ${edition}`, now, (date) => freshness.endAt(date)),
    fields: FieldSelection.ALL,
    answered: answered(response),
  };
}

function addressed(request: Request): string {
  const { protocol } = request;
  // Undefined for a request without a Host header, which HTTP/1.0 allows.
  const host = (request.host as string | undefined) ?? '';
  const base = `${protocol}://${host}`;
  if (hostnameOf(host) === undefined || !/^https?:/.test(base)) throw unreadableHost();
  return `${base}${request.prefix ?? ''}`;
}

const answered = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    response.once('prefinish', resolve).once('close', resolve);
  });

/** Injects the context of the request into a controller's method. */
export const Context = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): RequestContext =>
    execution.switchToHttp().getRequest<Request>().context,
);
