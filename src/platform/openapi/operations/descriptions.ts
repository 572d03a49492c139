import type { Translate } from '../document/document-texts';
import { type Method, type Operation, parametersOf } from '../specification';
import { capitalised, type ResourceRoute, withSpaces } from './resource-route';

/**
 * Adds summary and description, unless the operation declares its own. A summary is a whole sentence for each
 * resource, since other languages inflect its name.
 */
export function describeOperation(
  operation: Operation,
  method: Method,
  route: ResourceRoute,
  translate: Translate,
): void {
  const { verb, resource, key = 'id' } = route;
  const by = key === 'id' ? '' : `_by_${key}`;
  operation.summary ||= translate(
    `document.summaries.${resource.replaceAll('-', '_')}.${verb}${by}`,
    { method: method.toUpperCase() },
    englishSummary(route),
  );
  operation.description ||= translate(`document.descriptions.${doing(operation, method, route)}`);
}

/** For a module without texts of its own. */
function englishSummary({ action, verb, resource, singular, key = 'id' }: ResourceRoute): string {
  if (action === 'list') return `List ${withSpaces(resource)}`;
  const by = key === 'id' ? '' : ` by its ${key}`;
  const doing = action === 'upsert' ? 'Create or update' : capitalised(verb);
  const record = `${doing} ${withArticle(withSpaces(singular))}${by}`;
  return action === 'update' ? `${record} with {method}` : record;
}

function doing(operation: Operation, method: Method, { action }: ResourceRoute): string {
  if (action === 'delete' && hasTrash(operation)) return 'trash';
  return action === 'update' && method !== 'patch' ? method : action;
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** True when a deletion moves the record to the trash, unless it is forced. */
export const hasTrash = (operation: Operation): boolean =>
  parametersOf(operation).some(({ name }) => name === 'force');

/** The tag of the routes about the interface itself. */
export const DOCUMENTS = 'documents';

/** In the order of the operations; the tag of a route is its resource. */
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
