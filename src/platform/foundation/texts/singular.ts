/** Returns the singular of a resource: `categories` → `category`, `tags` → `tag`. */
export function singular(resource: string): string {
  return resource.endsWith('ies') ? `${resource.slice(0, -3)}y` : resource.replace(/s$/, '');
}
