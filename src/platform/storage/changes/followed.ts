import { ClassMetadata } from './class-metadata';

/** How the changes of an entity are followed. */
export interface Following {
  /** The column with the public name of a record; null in rows without one. */
  uid?: string;
}

/**
 * Entity → how it is followed. Global like the metadata of TypeORM, because it belongs to the
 * class.
 */
const followed = new ClassMetadata<Following>();

/**
 * Makes the changes of an entity readable in the order of their commits, through `NumberedChanges`.
 * Subclasses of the entity inherit it.
 */
export function Followed<T extends object = object>(
  following: { uid?: keyof T & string } = {},
): ClassDecorator {
  return (entity) => {
    followed.set(entity, following);
  };
}

/** Returns undefined for an entity that is not followed. */
export const followingOf = (entity: object): Following | undefined => followed.of(entity);
