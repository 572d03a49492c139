/** How the changes of an entity are followed. */
export interface Following {
  /** The column with the public name of a record; null in rows without one. */
  uid?: string;
}

const FOLLOWING = Symbol('following');

/**
 * Makes the changes of an entity readable in the order of their commits, through `NumberedChanges`.
 * Subclasses of the entity inherit it.
 */
export function Followed<T extends object = object>(
  following: { uid?: keyof T & string } = {},
): ClassDecorator {
  return (entity) => Reflect.defineMetadata(FOLLOWING, following, entity);
}

/** Returns undefined for an entity that is not followed. */
export const followingOf = (entity: object): Following | undefined =>
  Reflect.getMetadata(FOLLOWING, entity) as Following | undefined;
