/** Marks the name of a type, until the document moves the type to its schemas. */
export const TYPE_NAME = 'x-type-name';

/**
 * Gives a part of a schema a type name in the document, which generated clients use too. Parts with
 * the same name must be equal.
 */
export const named = <T extends object>(name: string, schema: T): T => ({
  ...schema,
  [TYPE_NAME]: name,
});
