import type { ObjectLiteral } from 'typeorm';
import { batchesOf } from '../batches-of';

/** SQL with `:name` and `:...name`. */
export interface ListCondition {
  condition: string;
  parameters: ObjectLiteral;
}

/** MariaDB turns a list of a thousand values into a join, which reads all rows of each value. */
const VALUES_MAX = 900;

export function inLists(column: string, name: string, numbers: readonly number[]): ListCondition {
  const parameters: ObjectLiteral = {};
  const lists: string[] = [];
  for (const some of batchesOf(numbers, VALUES_MAX)) {
    const list = `${name}_${lists.length}`;
    parameters[list] = some;
    lists.push(`${column} IN (:...${list})`);
  }
  return { condition: `(${lists.join(' OR ')})`, parameters };
}

/** One JSON value, for a database that limits the values of a statement. */
export function inJson(column: string, name: string, numbers: readonly number[]): ListCondition {
  if (numbers.length <= VALUES_MAX) return inLists(column, name, numbers);
  return {
    condition: `${column} IN (SELECT listed.value FROM json_each(:${name}) listed)`,
    parameters: { [name]: JSON.stringify(numbers) },
  };
}
