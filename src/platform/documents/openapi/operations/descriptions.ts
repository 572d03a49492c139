import { type ResourceRoute, withSpaces } from './resource-route';
import type { Translate } from '../document/document-texts';
import { type Method, type Operation, parametersOf } from '../schemas/specification';

/**
 * Adds the summary and the description of an operation on a resource, unless it declares its own.
 */
export function describeOperation(
  operation: Operation,
  method: Method,
  route: ResourceRoute,
  translate: Translate,
): void {
  const { action, resource, singular, key } = route;
  const values = {
    records: withSpaces(resource),
    record: withSpaces(singular),
    a_record: withArticle(withSpaces(singular)),
    key: key ?? '',
    method: method.toUpperCase(),
  };
  const by = key === undefined || key === 'id' ? '' : '_by';
  operation.summary ||= translate(`document.summaries.${action}${by}`, values);
  operation.description ||= translate(
    `document.descriptions.${doing(operation, method, route)}`,
    values,
  );
}

function doing(operation: Operation, method: Method, { action }: ResourceRoute): string {
  if (action === 'delete' && hasTrash(operation)) return 'trash';
  return action === 'update' && method !== 'patch' ? method : action;
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** True when a deletion moves the record to the trash, unless it is forced. */
export const hasTrash = (operation: Operation): boolean =>
  parametersOf(operation).some(({ name }) => name === 'force');
