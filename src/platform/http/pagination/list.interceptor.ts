import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { stringify } from 'qs';
import { map, type Observable } from 'rxjs';
import { SERVICE } from '../../config';
import type { RequestContext } from '../context';
import { resourceOf } from '../routing';
import { type Alternate, RecordPage } from './pagination';

/** Renders a page of records as JSON, with totals and links in the body and in header fields. */
@Injectable()
export class ListInterceptor implements NestInterceptor {
  /** The resource of each controller. */
  private readonly resources = new Map<object, string>();

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof RecordPage)) return result;
        const controller = execution.getClass();
        const resource = this.resources.get(controller) ?? resourceOf(execution);
        this.resources.set(controller, resource);
        const { body, headers } = listResponse(result, resource, request.context);
        response.set(headers);
        return body;
      }),
    );
  }
}

/**
 * Maximum length of `Link` in characters: proxies reserve 4 KB for all header fields. Longer links
 * are only in the body.
 */
const LINK_MAX = 3000;

const { totals } = SERVICE;

/** The response to a list (docs/reference/interface.md#lists). */
interface ListResponse {
  body: Record<string, unknown>;
  /** Header fields with the totals and links of the body. */
  headers: Record<string, string>;
}

/** Returns a page with its totals, and the links to the pages around it. */
export function listResponse(
  { records, total, pages, effective, alternates, slice: { page, limit } }: RecordPage<unknown>,
  resource: string,
  { query, links: addresses }: RequestContext,
): ListResponse {
  const parameters = stringify(
    {
      per_page: limit,
      ...without(query, ['page', 'per_page', 'password', ...Object.keys(effective)]),
      ...effective,
    },
    { arrayFormat: 'brackets' },
  );
  // `page` is the last parameter, because existing programs search for `&page=`.
  const address = (to: number | undefined): string =>
    `${addresses.collection(resource)}/?${parameters}${to === undefined ? '' : `&page=${to}`}`;
  // The previous link to the first page has no page number (docs/reference/interface.md#lists).
  const back = Math.min(page - 1, Math.max(pages, 1));
  const previous = page > 1 ? address(back > 1 ? back : undefined) : undefined;
  const next = page < pages ? address(page + 1) : undefined;
  const link = Object.entries({
    first: address(1),
    prev: previous,
    next,
    last: address(Math.max(pages, 1)),
  })
    .filter(([, target]) => target !== undefined)
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(', ');
  const links = [link, ...alternates.map(alternateLink)].join(', ');
  return {
    body: {
      [resource]: records,
      rest_url: address(page),
      ...(next !== undefined && { next_rest_url: next }),
      ...(previous !== undefined && { previous_rest_url: previous }),
      total,
      total_pages: pages,
    },
    headers: {
      [totals.records]: String(total),
      [totals.pages]: String(pages),
      ...(link.length <= LINK_MAX && { Link: links.length <= LINK_MAX ? links : link }),
    },
  };
}

/** Returns a link to the same records in another form (RFC 8288 §3). */
export const alternateLink = ({ address, type }: Alternate): string =>
  `<${address}>; rel="alternate"; type="${type}"`;

function without(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}
