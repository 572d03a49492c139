import type { ExecutionContext } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { type ErrorCode, Problem } from '../../foundation/errors';
import { readRecordId } from './record-id.pipe';
import { readUid } from './uid.pipe';

/** How a path identifies a record: by id, by slug or by uid. */
export type Locator = { id: number } | { slug: string } | { uid: string };

/**
 * Returns a 404 that names the record (docs/reference/interface.md#order-of-checks).
 *
 * @param kind the singular of the resource; by convention its error code is `<kind>-not-found`
 */
export function recordNotFound(kind: string, locator: Locator): Problem {
  const [[key, value]] = Object.entries(locator);
  return new Problem(`${kind}-not-found` as ErrorCode, {
    message: `The ${kind.replaceAll('-', ' ')} with the ${key} ${value} does not exist.`,
  });
}

/**
 * Returns the record in the path of a request; undefined for a collection.
 *
 * @throws Problem as the pipes of the parameters do
 */
export function locatorOf({
  id,
  slug,
  uid,
}: Record<string, string | undefined>): Locator | undefined {
  if (id !== undefined) return { id: readRecordId(id) };
  if (uid !== undefined) return { uid: readUid(uid) };
  return slug === undefined ? undefined : { slug };
}

/** Returns the resource that a route belongs to: by convention, the path of its controller. */
export const resourceOf = (execution: ExecutionContext): string =>
  Reflect.getMetadata(PATH_METADATA, execution.getClass()) as string;
