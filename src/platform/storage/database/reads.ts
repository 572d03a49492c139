import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { RecentlyUsed } from '../../foundation/reuse';
import type { Database } from './database';
import type { Statement } from './dialects';

/** Values by parameter name; a list is for `IN (:...name)`. */
export type ReadValues = Readonly<Record<string, unknown>>;

/** SQL, and what is sent for each `?`: a parameter, or an entry of its list. */
interface Template {
  sql: string;
  places: readonly { name: string; index?: number }[];
}

/** More statements are needed only by clients that keep sending new selections of keys. */
const STATEMENTS_MAX = 200;

/**
 * Caches the SQL of reads by shape, instead of building it for each request: the query builder
 * takes as long as reading some rows.
 */
export class Reads {
  private readonly templates = new RecentlyUsed<string, Template>(STATEMENTS_MAX);

  constructor(private readonly database: Database) {}

  /**
   * @param shape names everything that the query depends on besides its values
   * @param build returns the query, or its SQL with `:name` and `:...name`; only called for a new
   * shape
   */
  rows<Row extends object>(
    shape: string,
    values: ReadValues,
    build: () => SelectQueryBuilder<ObjectLiteral> | string,
  ): Promise<Row[]> {
    const { sql, values: sent } = this.statement(shape, values, build);
    return this.database.rows<Row>(sql, sent);
  }

  /** Returns the statement of `rows`. */
  statement(
    shape: string,
    values: ReadValues,
    build: () => SelectQueryBuilder<ObjectLiteral> | string,
  ): Statement {
    const filled = mapValues(values, (value) => (Array.isArray(value) ? padded(value) : value));
    const lengths = Object.values(filled).map((value) =>
      Array.isArray(value) ? value.length : '',
    );
    const key = `${shape} ${lengths.join(' ')}`;
    const { sql, places } = this.templates.get(key) ?? this.add(key, filled, build());
    const sent = places.map(({ name, index }) =>
      index === undefined ? filled[name] : (filled[name] as readonly unknown[])[index],
    );
    return { sql, values: sent };
  }

  private add(
    key: string,
    values: ReadValues,
    query: SelectQueryBuilder<ObjectLiteral> | string,
  ): Template {
    const places = mapValues(values, (value, name) =>
      Array.isArray(value) ? value.map((_entry, index) => ({ name, index })) : { name },
    );
    const [sql, found] =
      typeof query === 'string'
        ? this.database.escape(query, places)
        : query.setParameters(places).getQueryAndParameters();
    const template = { sql, places: found as Template['places'] };
    this.templates.set(key, template);
    return template;
  }
}

const mapValues = <T, U>(
  values: Readonly<Record<string, T>>,
  map: (value: T, name: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));

/** Pads a list to a power of two by repeating its last entry, so that there are few lengths. */
function padded(list: readonly unknown[]): readonly unknown[] {
  const length = 2 ** Math.ceil(Math.log2(list.length));
  return length === list.length
    ? list
    : [...list, ...Array<unknown>(length - list.length).fill(list.at(-1))];
}
