import { Injectable } from '@nestjs/common';
import type { Locator } from './locator';

/** A condition in SQL, and the values of its parameters. */
export type RowCondition = [sql: string, values: Record<string, string | number>];

/** Finds the rows of the records that paths identify. */
@Injectable()
export class Locators {
  private readonly derivations = new Map<string, (uid: string) => number | undefined>();

  /**
   * Makes records without a stored uid found by the uid that is derived from their id.
   *
   * @param table of the records
   * @param derivedFrom returns the id in a derived uid; undefined for other uids
   */
  deriveUids(table: string, derivedFrom: (uid: string) => number | undefined): void {
    this.derivations.set(table, derivedFrom);
  }

  /** Returns the condition for the row of a record, by the alias of its table in a query. */
  conditionOf(locator: Locator, table: string, alias: string): RowCondition {
    const id = 'uid' in locator ? this.derivations.get(table)?.(locator.uid) : undefined;
    if (id !== undefined) return [`${alias}.id = :id AND ${alias}.uid IS NULL`, { id }];
    const [column] = Object.keys(locator);
    return [`${alias}.${column} = :${column}`, { ...locator }];
  }
}
