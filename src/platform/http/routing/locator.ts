import type { ExecutionContext } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { type ErrorCode, Problem } from '../../foundation/errors';
import { readRecordId } from './record-id.pipe';

/** How a path identifies a record: by id or by slug. */
export type Locator = { id: number } | { slug: string };

/**
 * Returns a 404 that names the record (docs/reference/interface.md#order-of-checks).
 *
 * @param kind the singular of the resource; by convention its error code is `<kind>-not-found`
 */
export function recordNotFound(kind: string, locator: Locator): Problem {
  const named = 'id' in locator ? `id ${locator.id}` : `slug ${locator.slug}`;
  return new Problem(`${kind}-not-found` as ErrorCode, {
    message: `The ${kind.replaceAll('-', ' ')} with the ${named} does not exist.`,
  });
}

/** Returns the record in the path of a request; undefined for a collection. */
export function locatorOf({ id, slug }: Record<string, string | undefined>): Locator | undefined {
  if (id !== undefined) return { id: readRecordId(id) };
  return slug === undefined ? undefined : { slug };
}

/** Returns the resource that a route belongs to: by convention, the path of its controller. */
export const resourceOf = (execution: ExecutionContext): string =>
  Reflect.getMetadata(PATH_METADATA, execution.getClass()) as string;
