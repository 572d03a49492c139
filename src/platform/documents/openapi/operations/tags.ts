import type { Translate } from '../document/document-texts';
import { withSpaces } from './resource-route';
import type { Operation } from '../schemas/specification';

/** The tag of the routes about the interface itself. */
export const DOCUMENTS = 'documents';

/** Returns the tags of the operations, in their order; the tag of a route is its resource. */
export function tagsOf(
  operations: readonly { operation: Operation }[],
  translate: Translate,
): { name: string; description: string }[] {
  const names = operations.flatMap(({ operation: { tags = [] } }) => tags);
  return [...new Set(names)].map((name) => ({
    name,
    description: translate(
      `document.tags.${name.replaceAll('-', '_')}`,
      {},
      `List, create, read, update and delete ${withSpaces(name)}.`,
    ),
  }));
}
