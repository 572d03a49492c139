import { Injectable } from '@nestjs/common';
import { Settings } from '../config';
import { type ErrorCode, Problem } from '../errors';
import type { PageQuery } from './page-query';
import { Parts } from './parts';

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
  /** Parameters as they took effect, where that is not as they were sent. */
  effective?: Record<string, string | undefined>;
  /** The error of a page after the last; without it such a page is empty (terms). */
  outOfRange?: ErrorCode;
}

/**
 * A page of a list, as services answer it: which records, of how many, and by which query. It is
 * rendered as JSON by `ListInterceptor`; a route of another media type renders it by itself.
 */
export class RecordPage<T> {
  constructor(
    readonly records: Parts<T>,
    /** How many records there are on all pages. */
    readonly total: number,
    readonly slice: Slice,
    readonly effective: Readonly<Record<string, string | undefined>>,
  ) {}

  /** How many pages there are; 0 where nothing was found. */
  get pages(): number {
    return Math.ceil(this.total / this.slice.limit);
  }
}

/** Pages of lists: which part is read, and what is answered of it. */
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
  page<T>(
    { items, total }: { items: readonly T[] | Parts<T>; total: number },
    slice: Slice,
    { effective = {}, outOfRange }: ListOptions = {},
  ): RecordPage<T> {
    const records = items instanceof Parts ? items : Parts.of(items);
    const page = new RecordPage(records, total, slice, effective);
    if (slice.page > Math.max(page.pages, 1) && outOfRange !== undefined)
      throw new Problem(outOfRange);
    return page;
  }
}
