import { may } from '../../../platform/access';
import type { RequestContext } from '../../../platform/http/request-context';
import type { PostStatus } from '../../publication';
import type { EventListQuery } from '../dto/event-list-query';
import type { Filters } from './event-filters';
import type { EventWindow } from './event-window';

/** A list query with its resolved filters, window and request context. */
export interface ResolvedQuery {
  query: EventListQuery;
  statuses: readonly PostStatus[];
  filters: Filters;
  window: EventWindow;
  context: RequestContext;
}

export const isByStart = ({
  query: { orderby = 'start_date' },
}: Pick<ResolvedQuery, 'query'>): boolean => orderby === 'start_date';

/** Returns whether a list has published events only, so that all of its sources have a listed start. */
export const isListed = ({ statuses }: ResolvedQuery): boolean =>
  statuses.every((status) => status === 'publish');

/** Returns whether protected fields are hidden from the caller. */
export const hidesProtected = ({ context: { caller } }: Pick<ResolvedQuery, 'context'>): boolean =>
  !(caller.credential && may.editAll(caller));
