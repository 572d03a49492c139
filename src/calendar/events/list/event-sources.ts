import type { Database } from '../../../platform/database';
import { halvesOf } from './event-window';
import { leadOf } from './leads/event-leads';
import { pageSource } from './page/page-source';
import { complete } from './rows/event-conditions';
import { isListed, type Source, type Wanted } from './rows/event-source';
import type { Total } from './total/count-totals';
import { totalOf } from './total/total-sources';

/** What a page is read from, and what a total is added up of: each event is in one of them. */
export interface Sources {
  page: Source[];
  total: Total[];
}

/**
 * What a list is read from, so that little is read of what it does not show: from the filter that
 * fits the fewest events, in the order of the list where an index has it.
 */
export async function sourcesOf(database: Database, wanted: Wanted): Promise<Sources> {
  if (!isListed(wanted)) {
    const source = complete(database, wanted, 'events');
    return { page: [source], total: [source] };
  }
  const halves = halvesOf(wanted.window);
  const sources: Sources = { page: [], total: [] };
  for (const { runningAt, window } of halves) {
    const half = { ...wanted, window };
    if (runningAt) {
      const running = complete(database, half, { runningAt });
      sources.page.push(running);
      sources.total.push(running);
    } else {
      const { lead, isFew } = await leadOf(database, half);
      sources.page.push(await pageSource(database, half, lead, isFew));
      sources.total.push(await totalOf(database, half, lead));
    }
  }
  return sources;
}
