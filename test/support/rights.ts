import { type Role, ROLES } from '../../src/platform/http/context';
import type { CreatedRecord, Fields } from './app';
import { authorOf, type Callers, type RecordKind, type Status, STRANGER } from './callers';

/** The statuses of each kind that distinguish all rules of the rights. */
export const BASIC: Record<RecordKind, readonly Status[]> = {
  event: ['publish', 'draft', 'trash'],
  venue: ['draft'],
  organizer: ['draft'],
};

type Operation = 'read' | 'update' | 'delete' | 'delete for good';

const REQUESTS: Record<Operation, { method: string; body?: Fields; query?: Fields }> = {
  read: { method: 'GET' },
  update: { method: 'PATCH', body: { description: 'changed' } },
  delete: { method: 'DELETE' },
  'delete for good': { method: 'DELETE', query: { force: 'true' } },
};

/** A second copy of the table in docs/reference/interface.md#rights: role, ownership and status → response. */
function expected(role: Role, operation: Operation, own: boolean, status: Status): number {
  const isEditor = role === 'editor' || role === 'administrator';
  const mayChange =
    isEditor ||
    (own && role === 'author') ||
    (own && role === 'contributor' && status !== 'publish' && status !== 'future');
  if (operation === 'read') {
    if (status === 'publish') return 200;
    if (status === 'trash') return mayChange ? 200 : 410;
    return isEditor || (own && (role === 'author' || role === 'contributor')) ? 200 : 403;
  }
  if (role === 'anonymous') return 401;
  if (!mayChange || (operation === 'delete for good' && !isEditor)) return 403;
  return operation === 'delete' && status === 'trash' ? 410 : 200;
}

/**
 * Tests each role on its own records and those of others, in some statuses. Half of the requests
 * use slugs, the others ids, or for events uids, alternating between roles.
 */
export function everyRight(
  kind: RecordKind,
  statuses: readonly Status[],
  running: () => Callers,
): void {
  /** Until they are deleted. */
  const retained = new Map<string, CreatedRecord>();

  describe.each(ROLES)('for the role %s', (role) => {
    it.each(Object.keys(REQUESTS) as Operation[])(
      'answers %s by ownership and status',
      async (operation) => {
        const callers = running();
        const { method, body, query } = REQUESTS[operation];
        const cells: unknown[] = [];
        const wanted: unknown[] = [];
        for (const own of [true, false])
          for (const status of statuses) {
            const author = own ? authorOf(role) : STRANGER;
            const key = `${status} ${author}`;
            const record = retained.get(key) ?? (await callers.make(kind, status, author));
            retained.set(key, record);
            const bySlug = (cells.length + ROLES.indexOf(role)) % 2 === 1;
            const other = 'uid' in record ? `by-uid/${String(record.uid)}` : record.id;
            const position = bySlug ? `by-slug/${record.slug}` : other;
            const response = await callers.as(role, method, `/${kind}s/${position}`, body, query);
            if (method === 'DELETE' && response.status < 400) retained.delete(key);
            cells.push({ bySlug, own, status, returned: response.status });
            const mine = own && role !== 'anonymous';
            const returned = expected(role, operation, mine, status);
            wanted.push({ bySlug, own, status, returned });
          }
        expect(cells).toEqual(wanted);
      },
    );
  });
}
