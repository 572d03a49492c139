/** Column → its value. */
export type ColumnValues = Readonly<Record<string, string | number | boolean>>;

const CONDITION = Symbol('public when');

/**
 * Declares when the records of an entity are in public lists: when all of these columns have these
 * values. Subclasses of the entity inherit it. The records of an entity without a condition are
 * always public.
 */
export function PublicWhen<T extends object>(condition: {
  readonly [column in keyof T]?: string | number | boolean;
}): (entity: abstract new () => T) => void {
  return (entity) => Reflect.defineMetadata(CONDITION, condition, entity);
}

/** Returns the `PublicWhen` condition of an entity, or of its nearest superclass. */
export const publicWhen = (entity: object): ColumnValues =>
  (Reflect.getMetadata(CONDITION, entity) ?? {}) as ColumnValues;

/**
 * True when a row is in public lists.
 *
 * @throws Error for a row that lacks one of the columns
 */
export const isPublic = (row: object, condition: ColumnValues): boolean =>
  Object.entries(condition).every(([column, value]) => {
    const stored = (row as Record<string, unknown>)[column];
    if (stored === undefined) throw new Error(`The written row lacks the column ${column}.`);
    return stored === value;
  });

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
