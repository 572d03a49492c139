import {
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type ErrorCode, fault, invalidParams, Problem } from '../../errors';
import { pathsOf } from '../../modules';
import type { RequestContext } from '../context';

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

/** Stands for all larger ids, which numbers cannot hold; no record has it. */
const ID_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Parses a path `{id}`: one or more decimal digits (docs/reference/interface.md#base-url); any other text is
 * a 404.
 */
function readRecordId(id: string): number {
  if (!/^\d+$/.test(id)) throw new Problem('rest-no-route');
  return Math.min(Number(id), ID_MAX);
}

@Injectable()
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(id: string): number {
    return readRecordId(id);
  }
}

/**
 * Reads a path `{slug}`. Slugs have no spaces, but some databases ignore spaces at the end of a
 * text: a slug with spaces stays percent-encoded, so that it is not found. This includes a slug of
 * spaces only.
 */
const readSlug = (slug: string): string => (/\s/.test(slug) ? encodeURIComponent(slug) : slug);

@Injectable()
export class SlugPipe implements PipeTransform<string, string> {
  transform(slug: string): string {
    return readSlug(slug);
  }
}

export const UID_MAX = 255;
/** Visible ASCII characters, which need no special escape in feeds, addresses and headers. */
export const UID_PATTERN = '^[!-~]+$';

/** The fault detail of an invalid `uid`. */
export const WRONG_UID = `must be 1 to ${UID_MAX} visible ASCII characters, without spaces`;

const UID = new RegExp(UID_PATTERN);

export const isUid = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= UID_MAX && UID.test(value);

/** Parses a path `{uid}`. @throws Problem 400 for a text that no record can have as its uid */
function readUid(uid: string): string {
  if (isUid(uid)) return uid;
  throw invalidParams({ ...fault('uid', 'format', WRONG_UID), part: 'parameter' });
}

/** A service that can read the record of a route. */
export interface CurrentRecord {
  /**
   * Returns a record as the caller reads it, to compare it with a body that is sent back.
   *
   * @param query the parameters of the query, as they were sent
   * @throws Problem as the route of the record does
   */
  current(recordKey: RecordKey, context: RequestContext, query: Request['query']): Promise<object>;
}

/**
 * Names the service that reads the records of a controller. With `Prefer: handling=strict`, read-only keys of a
 * body are compared with the record (docs/reference/interface.md#preferences).
 */
export const ReadBy = Reflector.createDecorator<Type<CurrentRecord>>();
