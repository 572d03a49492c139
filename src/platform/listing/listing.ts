import { Injectable } from '@nestjs/common';
import { stringify } from 'qs';
import type { RequestContext } from '../request-context';
import { Settings } from '../config';
import { type ErrorCode, Problem } from '../errors';
import type { PageQuery } from './page-query';
import { Parts } from './parts';

/**
 * Longest `Link` in characters: with the other headers it fits into the 4 KB that proxies set aside
 * for them. Beyond it only the body has the links.
 */
const LINK_MAX = 3000;

/** The part of a list that is read: `limit` records after the first `offset`. */
export interface Slice {
  page: number;
  limit: number;
  offset: number;
}

/** What a list query found. */
export interface Page<T> {
  items: T[];
  /** How many records there are on all pages. */
  total: number;
}

export interface ListOptions {
  /** The resource: the last part of its path and the name of the array in the answer. */
  resource: string;
  /** Parameters as they took effect, which `rest_url` shows instead of what was sent. */
  effective?: Record<string, string | undefined>;
  /** The error of a page beyond the last; without it such a page is empty (terms). */
  outOfRange?: ErrorCode;
}

/**
 * The answer to a list request, and the headers that repeat its figures (docs/interface.md#lists).
 */
export class ListAnswer {
  constructor(
    /** The key of the records in the body, which comes first. */
    readonly resource: string,
    readonly records: Parts<unknown>,
    /** The other keys of the body. */
    readonly rest: Record<string, unknown>,
    readonly headers: Record<string, string>,
  ) {}

  /** All of it, for a page that is small. */
  async body(): Promise<Record<string, unknown>> {
    return { [this.resource]: await this.records.all(), ...this.rest };
  }
}

/** Pages of lists: which part is read, and the figures and links that come with it. */
@Injectable()
export class Listing {
  constructor(private readonly settings: Settings) {}

  slice({ page = 1, per_page }: PageQuery): Slice {
    const limit = Math.min(per_page ?? this.settings.perPageDefault, this.settings.perPageMax);
    return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
  }

  /**
   * @param found the records of the page, as `Parts` where they may be too large to be in memory
   *   together, and how many there are on all pages
   * @throws Problem `outOfRange` for a page after the last one; page 1 always exists
   */
  answer<T>(
    { items, total }: { items: readonly T[] | Parts<T>; total: number },
    { page, limit }: Slice,
    context: RequestContext,
    { resource, effective = {}, outOfRange }: ListOptions,
  ): ListAnswer {
    const pages = Math.ceil(total / limit);
    if (page > Math.max(pages, 1) && outOfRange !== undefined) throw new Problem(outOfRange);
    const address = (to: number | undefined): string => {
      const query = stringify(
        {
          per_page: limit,
          ...without(context.query, ['page', 'per_page', 'password', ...Object.keys(effective)]),
          ...effective,
          // The last one: programs in the field look for `&page=`.
          ...(to !== undefined && { page: to }),
        },
        { arrayFormat: 'brackets' },
      );
      return `${context.links.collection(resource)}/?${query}`;
    };
    // The vendor's previous link to the first page carries no number.
    const back = Math.min(page - 1, Math.max(pages, 1));
    const previous = page > 1 ? address(back > 1 ? back : undefined) : undefined;
    const next = page < pages ? address(page + 1) : undefined;
    const relations = {
      first: address(1),
      prev: previous,
      next,
      last: address(Math.max(pages, 1)),
    };
    const link = Object.entries(relations)
      .filter(([, target]) => target !== undefined)
      .map(([relation, target]) => `<${target}>; rel="${relation}"`)
      .join(', ');
    return new ListAnswer(
      resource,
      items instanceof Parts ? items : Parts.of(items),
      {
        rest_url: address(page),
        ...(next !== undefined && { next_rest_url: next }),
        ...(previous !== undefined && { previous_rest_url: previous }),
        total,
        total_pages: pages,
      },
      {
        'X-TEC-Total': String(total),
        'X-TEC-TotalPages': String(pages),
        ...(link.length <= LINK_MAX && { Link: link }),
      },
    );
  }
}

function without(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}
