import { Injectable } from '@nestjs/common';
import { Settings } from '../../config';
import { type ErrorCode, fault, invalidParams, Problem } from '../../errors';
import { IntegerParameter } from '../../validation';

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

/** Maximum size of the records of one response, as JSON in UTF-8, unless a single record is larger. */
const RESPONSE_OCTETS = 8 * 1024 * 1024;

/** The first of some records: as many as fit into one response. */
export class FirstRecords<T> {
  private constructor(
    readonly records: readonly T[],
    /** The number of records that fit, including those that were deleted before they were loaded. */
    readonly count: number,
    /** Whether all records fit. */
    readonly isWhole: boolean,
  ) {}

  /** Returns records of which all fit. */
  static whole<T>(records: readonly T[]): FirstRecords<T> {
    return new FirstRecords(records, records.length, true);
  }

  /** @throws Problem 400 unless all records fit into one response */
  all(): readonly T[] {
    if (this.isWhole) return this.records;
    const megabytes = RESPONSE_OCTETS / 1024 / 1024;
    throw invalidParams(
      fault(
        'per_page',
        'range',
        `the records of this page have more than ${megabytes} MB: ask for fewer of them, or of their keys with _fields`,
      ),
    );
  }

  /**
   * Loads the first of some records.
   *
   * @param octetsOf returns the approximate size of a record as JSON in UTF-8
   * @param load loads the records that fit
   */
  static async of<Item, T>(
    items: readonly Item[],
    octetsOf: (item: Item) => number,
    load: (items: readonly Item[]) => Promise<readonly T[]>,
  ): Promise<FirstRecords<T>> {
    const [first = [], ...rest] = groupsThatFit(items, octetsOf);
    return new FirstRecords(await load(first), first.length, rest.length === 0);
  }

  map<U>(make: (record: T) => U): FirstRecords<U> {
    return new FirstRecords(this.records.map(make), this.count, this.isWhole);
  }
}

/**
 * Splits records into consecutive groups that fit into one response each; a larger record is alone.
 *
 * @param octetsOf returns the approximate size of a record as JSON in UTF-8
 */
export function groupsThatFit<T>(records: readonly T[], octetsOf: (record: T) => number): T[][] {
  const groups: T[][] = [];
  let size = Infinity;
  for (const record of records) {
    const octets = octetsOf(record);
    if (size + octets > RESPONSE_OCTETS) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(record);
    size += octets;
  }
  return groups;
}
