/** How a path names a record: by its id or by its slug. */
export type Locator = { id: number } | { slug: string };

export function describeLocator(locator: Locator): string {
  return 'id' in locator ? `id ${locator.id}` : `slug ${locator.slug}`;
}
