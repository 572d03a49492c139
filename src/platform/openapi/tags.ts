import type { Operation } from './specification';

/** The tag of the routes that tell about the interface itself. */
export const DOCUMENTS = 'documents';

/** The tags of the operations, in their order; a resource is the tag of its routes. */
export function tagsOf(
  operations: readonly { operation: Operation }[],
): { name: string; description: string }[] {
  const names = operations.flatMap(({ operation: { tags = [] } }) => tags);
  return [...new Set(names)].map((name) => ({
    name,
    description:
      name === DOCUMENTS
        ? 'What the interface tells about itself.'
        : `List, create, read, update and delete ${name}.`,
  }));
}
