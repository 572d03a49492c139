/** Marks the name of a type, until the document has moved it among its schemas. */
export const TYPE_NAME = 'x-type-name';

/**
 * Gives a part of a schema a name among the types of the document, by which clients know it too. Parts
 * of the same name must be the same.
 */
export const named = <T extends object>(name: string, schema: T): T => ({
  ...schema,
  [TYPE_NAME]: name,
});
