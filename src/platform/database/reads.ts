import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { RecentlyUsed } from '../recently-used';
import type { Database } from './database';

/** Values by the names of the parameters of a query; a list is one of `IN (:...name)`. */
export type ReadValues = Readonly<Record<string, unknown>>;

/** SQL, and which value stands at each `?`: a parameter, or a place in the list that it is. */
interface Statement {
  sql: string;
  places: readonly { name: string; index?: number }[];
}

/** More statements are only needed by clients that send ever new selections of keys. */
const STATEMENTS_MAX = 200;

/**
 * Reads whose SQL is built once for each of their shapes, and not for each request: with the query
 * builder that takes as long as reading some rows.
 */
export class Reads {
  private readonly statements = new RecentlyUsed<string, Statement>(STATEMENTS_MAX);

  constructor(private readonly database: Database) {}

  /**
   * @param shape names everything that the query depends on besides its values
   * @param build the query, or its SQL with `:name` and `:...name`; only called when the shape is new
   */
  rows<Row extends object>(
    shape: string,
    values: ReadValues,
    build: () => SelectQueryBuilder<ObjectLiteral> | string,
  ): Promise<Row[]> {
    const filled = mapValues(values, (value) => (Array.isArray(value) ? padded(value) : value));
    const lengths = Object.values(filled).map((value) =>
      Array.isArray(value) ? value.length : '',
    );
    const key = `${shape} ${lengths.join(' ')}`;
    const { sql, places } = this.statements.get(key) ?? this.add(key, filled, build());
    const sent = places.map(({ name, index }) =>
      index === undefined ? filled[name] : (filled[name] as readonly unknown[])[index],
    );
    return this.database.rows<Row>(sql, sent);
  }

  private add(
    key: string,
    values: ReadValues,
    query: SelectQueryBuilder<ObjectLiteral> | string,
  ): Statement {
    const places = mapValues(values, (value, name) =>
      Array.isArray(value) ? value.map((_entry, index) => ({ name, index })) : { name },
    );
    const [sql, found] =
      typeof query === 'string'
        ? this.database.escape(query, places)
        : query.setParameters(places).getQueryAndParameters();
    const statement = { sql, places: found as Statement['places'] };
    this.statements.set(key, statement);
    return statement;
  }
}

const mapValues = <T, U>(
  values: Readonly<Record<string, T>>,
  map: (value: T, name: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));

/** A list whose length is a power of two, its last entry repeated: so there are few lengths. */
function padded(list: readonly unknown[]): readonly unknown[] {
  const length = 2 ** Math.ceil(Math.log2(list.length));
  return length === list.length
    ? list
    : [...list, ...Array<unknown>(length - list.length).fill(list.at(-1))];
}
