import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type ErrorCode, Problem } from '../../errors';
import { pathsOf } from '../../modules';
import { ID_MAX, readRecordId } from './record-id.pipe';
import { readSlug } from './slug.pipe';
import { readUid } from './uid';

/** How a path identifies a record: by id, by slug or by uid. */
export type RecordKey = { id: number } | { slug: string } | { uid: string };

/**
 * Returns a 404 that names the record (docs/reference/interface.md#order-of-checks).
 *
 * @param kind the singular of the resource; by convention its error code is `<kind>-not-found`
 */
export function recordNotFound(kind: string, recordKey: RecordKey): Problem {
  const [[key, value]] = Object.entries(recordKey) as [string, string | number][];
  const name = kind.replaceAll('-', ' ');
  return new Problem(`${kind}-not-found` as ErrorCode, {
    message:
      value === ID_MAX
        ? `There is no ${name} with so large an id.`
        : `The ${name} with the ${key} ${value} does not exist.`,
  });
}

/**
 * Returns the record in the path of a request; undefined for a collection.
 *
 * @throws Problem 404 for an id that is no number, 400 for a text that is no uid
 */
export function recordKeyOf({
  id,
  slug,
  uid,
}: Record<string, string | undefined>): RecordKey | undefined {
  if (id !== undefined) return { id: readRecordId(id) };
  if (uid !== undefined) return { uid: readUid(uid) };
  return slug === undefined ? undefined : { slug: readSlug(slug) };
}

/** Injects the key of the record in the path, for a handler of several paths. */
export const RecordInPath = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): RecordKey | undefined =>
    recordKeyOf(execution.switchToHttp().getRequest<Request<Record<string, string>>>().params),
);

/** Returns the resource of a route: by convention, the path of its controller is the name of its table. */
export const resourceOf = (execution: ExecutionContext): string => pathsOf(execution.getClass())[0];

/** A condition in SQL, and the values of its parameters. */
type RowCondition = [sql: string, values: Record<string, string | number>];

/** Finds the rows of the records that paths identify. */
@Injectable()
export class RecordKeys {
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
  conditionOf(recordKey: RecordKey, table: string, alias: string): RowCondition {
    const id = 'uid' in recordKey ? this.derivations.get(table)?.(recordKey.uid) : undefined;
    if (id !== undefined) return [`${alias}.id = :id AND ${alias}.uid IS NULL`, { id }];
    const [column] = Object.keys(recordKey);
    return [`${alias}.${column} = :${column}`, { ...recordKey }];
  }
}
