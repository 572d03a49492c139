/**
 * Returns the singular of a resource: `categories` → `category`, `tags` → `tag`. "Series" is its own
 * singular.
 */
export function singular(resource: string): string {
  if (resource === 'series') return resource;
  return resource.endsWith('ies') ? `${resource.slice(0, -3)}y` : resource.replace(/s$/, '');
}
