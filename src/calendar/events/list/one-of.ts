import type { ObjectLiteral } from 'typeorm';

/** Of a list of a thousand values MariaDB makes a join, which reads all rows of each of them. */
const VALUES_MAX = 900;

/**
 * The SQL condition that a column has one of some values, however many there are.
 *
 * @param name what the names of its parameters begin with
 */
export function oneOf(
  column: string,
  name: string,
  values: readonly number[],
): { condition: string; parameters: ObjectLiteral } {
  const parameters: ObjectLiteral = {};
  const lists: string[] = [];
  for (let start = 0; start < values.length; start += VALUES_MAX) {
    const list = `${name}_${lists.length}`;
    parameters[list] = values.slice(start, start + VALUES_MAX);
    lists.push(`${column} IN (:...${list})`);
  }
  return { condition: `(${lists.join(' OR ')})`, parameters };
}
