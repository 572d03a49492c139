import { Problem } from '../../platform/errors';
import type { Addressed } from '../../platform/http/context';
import type { Visit } from './visit';

export const noPage = (): Problem => new Problem('rest-no-route');

/** Returns the path of a record's page below the language segment; undefined if pages of its kind are elsewhere. */
export function recordPath({ context }: Visit, resource: string, slug: string): string | undefined {
  const template = context.site.pages[resource];
  if (!template?.startsWith('/')) return undefined;
  return template.slice(1).replace('{slug}', encodeURIComponent(slug));
}

/** Returns the link to the page of a record: here in the same language, or by its template. */
export function recordLink(visit: Visit, resource: string, record: Addressed): string {
  const path = recordPath(visit, resource, record.slug);
  return path === undefined ? visit.context.links.page(resource, record) : visit.link(path);
}

/** @throws Problem 404 if pages of a kind are elsewhere */
export function assertServed(visit: Visit, resource: string): void {
  if (recordPath(visit, resource, '') === undefined) throw noPage();
}
