import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../config';
import { ZoneRules } from '../../dates';
import { Declarations } from '../../modules';
import { Conditions, buildHashOf } from '../conditional';
import { clientAddress } from './client-address';
import { forwardedPrefix, hostnameOf, unreadableHost } from './host.middleware';
import { ANONYMOUS, CacheControl, Links, type RequestContext } from './request-context';
import { FieldSelection } from './sparse-fields.interceptor';

/** Creates the context of each request, at its arrival. */
@Injectable()
export class ContextMiddleware implements NestMiddleware {
  private readonly buildHash: string;

  constructor(
    private readonly site: Settings,
    private readonly rules: ZoneRules,
    { versions }: Declarations,
  ) {
    this.buildHash = buildHashOf(site, rules, versions);
  }

  /** @throws Problem rest-bad-request when the Host header is not a host */
  use(request: Request, _response: Response, next: NextFunction): void {
    // Express would parse the query again on each access.
    Object.defineProperty(request, 'query', { value: request.query });
    request.context = this.contextOf(request);
    next();
  }

  private contextOf(request: Request): RequestContext {
    const { site, rules, buildHash } = this;
    const now = new Date();
    const base = site.publicUrl ?? addressed(request);
    const root = `${base}${request.languageSegment}/${site.apiNamespace}`;
    const cacheControl = new CacheControl(now);
    return {
      site,
      rules,
      links: new Links(root, base, site.pages),
      caller: ANONYMOUS,
      client: clientAddress(request),
      get now() {
        cacheControl.endNow();
        return now;
      },
      cacheControl,
      query: request.query,
      conditions: new Conditions(request, `${root} ${buildHash}`, now, (date) =>
        cacheControl.endAt(date),
      ),
      fields: FieldSelection.ALL,
    };
  }
}

function addressed(request: Request): string {
  const { protocol, host } = request;
  const base = `${protocol}://${host}`;
  if (hostnameOf(host) === undefined || !/^https?:/.test(base)) throw unreadableHost();
  return `${base}${forwardedPrefix(request)}`;
}
