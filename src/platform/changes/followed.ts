import { ClassNotes } from './class-notes';

/** How the changes of an entity can be followed. */
export interface Following {
  /** The column with the name of a record that others may know it by; null in rows without one. */
  uid?: string;
}

/** Entity → how it is followed. It belongs to the class, as the metadata of TypeORM do. */
const followed = new ClassNotes<Following>();

/**
 * Says that the changes of an entity can be followed in the order of their commits, in which
 * `NumberedChanges` reads them. It also holds for entities that extend this one.
 */
export function Followed<T extends object = object>(
  following: { uid?: keyof T & string } = {},
): ClassDecorator {
  return (entity) => {
    followed.set(entity, following);
  };
}

/** Undefined for an entity that is not followed. */
export const followingOf = (entity: object): Following | undefined => followed.of(entity);
