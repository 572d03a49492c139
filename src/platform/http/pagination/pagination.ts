import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { stringify } from 'qs';
import { map, type Observable } from 'rxjs';
import { SERVICE, Settings } from '../../config';
import { type ErrorCode, Problem } from '../../errors';
import { IntegerParameter, isRepeated } from '../../validation';
import type { RequestContext } from '../context';
import { resourceOf } from '../routing';

/** The pagination parameters of every list (docs/reference/interface.md#pagination). */
export class PageQuery {
  @IntegerParameter('lists.page', { min: 1, default: 1 })
  page?: number;

  @IntegerParameter('lists.per_page', { min: 1, defaultSetting: 'perPageDefault' })
  per_page?: number;
}

/** A slice of a list: `limit` records after the first `offset`. */
export interface Slice {
  page: number;
  limit: number;
  offset: number;
}

export interface Page<T> {
  items: T[];
  /** The number of records on all pages. */
  total: number;
}

/** The same records in another media type. */
export interface Alternate {
  address: string;
  /** The media type. */
  type: string;
}

export interface ListOptions {
  /** Parameters whose effective value differs from the value sent. */
  effective?: Record<string, string | undefined>;
  /** The same records in other media types, for `Link` (RFC 8288). */
  alternates?: readonly Alternate[];
  /** The error code of a page after the last one; without it such a page is empty. */
  outOfRange?: ErrorCode;
}

/**
 * A page of a list, as services return it: the records, their total number, and the query.
 * `ListInterceptor` renders it as JSON; a route of another media type renders it itself.
 */
export class RecordPage<T> {
  constructor(
    readonly records: readonly T[],
    /** The number of records on all pages. */
    readonly total: number,
    readonly slice: Slice,
    readonly effective: Readonly<Record<string, string | undefined>>,
    readonly alternates: readonly Alternate[] = [],
  ) {}

  /** The number of pages; 0 if nothing was found. */
  get pages(): number {
    return Math.ceil(this.total / this.slice.limit);
  }
}

@Injectable()
export class Pagination {
  constructor(private readonly settings: Settings) {}

  slice({ page = 1, per_page }: PageQuery): Slice {
    const limit = Math.min(per_page ?? this.settings.perPageDefault, this.settings.perPageMax);
    return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
  }

  /**
   * @param found the records of the page, and their total number on all pages
   * @throws Problem `outOfRange` for a page after the last one; page 1 always exists
   */
  page<T>(
    { items, total }: { items: readonly T[]; total: number },
    slice: Slice,
    { effective = {}, alternates, outOfRange }: ListOptions = {},
  ): RecordPage<T> {
    const page = new RecordPage(items, total, slice, effective, alternates);
    if (slice.page > Math.max(page.pages, 1) && outOfRange !== undefined)
      throw new Problem(outOfRange);
    return page;
  }
}

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
function listResponse(
  { records, total, pages, effective, alternates, slice: { page, limit } }: RecordPage<unknown>,
  resource: string,
  { query, links: addresses }: RequestContext,
): ListResponse {
  const parameters = linkQuery({
    per_page: limit,
    ...without(query, ['page', 'per_page', 'password', ...Object.keys(effective)]),
    ...effective,
  });
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

/** Returns the query of a link. A repeated parameter stays one: in brackets, it would be a list. */
export const linkQuery = (parameters: Readonly<Record<string, unknown>>): string =>
  Object.entries(parameters)
    .map(([name, value]) =>
      stringify({ [name]: value }, { arrayFormat: isRepeated(value) ? 'repeat' : 'brackets' }),
    )
    .filter(Boolean)
    .join('&');

/** Returns a link to the same records in another form (RFC 8288 §3). */
export const alternateLink = ({ address, type }: Alternate): string =>
  `<${address}>; rel="alternate"; type="${type}"`;

function without(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}
