import { type RowReading, type Sized, withLongTexts } from '../../database';
import { fault, invalidParams } from '../../errors';

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

  /**
   * Loads the first of some rows, with their long texts.
   *
   * @param reading which texts were read with the rows
   * @param readWhole as for `withLongTexts`, with the reading to use
   * @param octetsOf as for `of`
   */
  static ofRows<Row extends Sized>(
    rows: readonly Row[],
    reading: RowReading,
    readWhole: (ids: readonly number[], reading: RowReading) => Promise<readonly Sized[]>,
    octetsOf: (row: Row) => number = ({ octets }) => octets,
  ): Promise<FirstRecords<Row>> {
    return FirstRecords.of(rows, octetsOf, (first) =>
      withLongTexts(first, reading, (ids) => readWhole(ids, { ...reading, isWhole: true })),
    );
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
