type ColumnValues = Readonly<Record<string, string | number | boolean>>;

const CONDITION = Symbol('public when');

/**
 * Declares when public lists have a record: when all of these columns have these values. Subclasses inherit
 * it. Without a condition, records are always public.
 */
export function PublicWhen<T extends object>(condition: {
  readonly [column in keyof T]?: string | number | boolean;
}): (entity: abstract new () => T) => void {
  return (entity) => Reflect.defineMetadata(CONDITION, condition, entity);
}

/** Returns the condition of `PublicWhen`. */
export const publicWhen = (entity: object): ColumnValues =>
  (Reflect.getMetadata(CONDITION, entity) ?? {}) as ColumnValues;

/** @throws Error for a row that lacks a column */
export const isPublic = (row: object, condition: ColumnValues): boolean =>
  Object.entries(condition).every(([column, value]) => {
    const stored = (row as Record<string, unknown>)[column];
    if (stored === undefined) throw new Error(`The written row lacks the column ${column}.`);
    return stored === value;
  });

interface Following {
  /** The column with the public name; null in rows without one. */
  uid?: string;
}

const FOLLOWING = Symbol('following');

/** Makes the changes of an entity readable through `NumberedChanges`. Subclasses inherit it. */
export function Followed<T extends object = object>(
  following: { uid?: keyof T & string } = {},
): ClassDecorator {
  return (entity) => Reflect.defineMetadata(FOLLOWING, following, entity);
}

export const followingOf = (entity: object): Following | undefined =>
  Reflect.getMetadata(FOLLOWING, entity) as Following | undefined;
