import { ClassNotes } from './class-notes';

/** Column → its value. */
export type ColumnValues = Readonly<Record<string, string | number | boolean>>;

/** Entity → its condition. It belongs to the class, as the metadata of TypeORM do. */
const conditions = new ClassNotes<ColumnValues>();

/**
 * Says when lists show the records of an entity to everybody: when all of these columns have these
 * values. It also holds for entities that extend this one. The records of an entity without it are
 * always public.
 */
export function PublicWhen<T extends object>(condition: {
  readonly [column in keyof T]?: string | number | boolean;
}): (entity: abstract new () => T) => void {
  return (entity) => {
    conditions.set(entity, condition as ColumnValues);
  };
}

/** The condition of `PublicWhen` of an entity, or of the nearest entity that it extends. */
export const publicWhen = (entity: object): ColumnValues => conditions.of(entity) ?? {};

/**
 * Whether lists show a row to everybody.
 *
 * @throws Error for a row that lacks one of the columns
 */
export const isPublic = (row: object, condition: ColumnValues): boolean =>
  Object.entries(condition).every(([column, value]) => {
    const stored = (row as Record<string, unknown>)[column];
    if (stored === undefined) throw new Error(`A row that is written lacks ${column}.`);
    return stored === value;
  });
