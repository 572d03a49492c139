import type { ResourceRoute } from './resource-route';
import { type Operation, parametersOf } from './specification';

/** What an operation on a resource does, in sentences; its summary has but a few words. */
export function descriptionOf(operation: Operation, route: ResourceRoute): string {
  const { action, resource, singular } = route;
  switch (action) {
    case 'list':
      return (
        `Answers with one page of those ${resource} that match all parameters, how many there are, ` +
        'and links to the pages before and after it.'
      );
    case 'create':
      return `Stores a new ${singular}, and answers with it and its address.`;
    case 'read':
      return `Answers with the whole ${singular}, or with the keys of it that \`_fields\` names.`;
    case 'update':
      return (
        'Changes the fields that are sent and leaves the others as they are; null and an empty ' +
        'value clear a field. POST, PUT and PATCH do the same.'
      );
    case 'delete':
      return hasTrash(operation)
        ? `Puts the ${singular} into the trash and answers with it; with \`force\`, deletes it for good.`
        : `Deletes the ${singular} for good and answers with it as it was.`;
  }
}

/** Whether a deletion puts its record into the trash, unless it is forced. */
export const hasTrash = (operation: Operation): boolean =>
  parametersOf(operation).some(({ name }) => name === 'force');
