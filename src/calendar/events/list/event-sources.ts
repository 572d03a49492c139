import type { Database } from '../../../platform/storage/database';
import { halvesOf } from './event-window';
import { leadOf } from './leads/event-leads';
import { pageSource } from './page/page-source';
import { complete } from './rows/event-conditions';
import { isListed, type Source, type Wanted } from './rows/event-source';
import type { Total } from './total/count-totals';
import { totalOf } from './total/total-sources';

/** The sources of a page, and the summands of its total. Each event is in exactly one source. */
export interface Sources {
  page: Source[];
  total: Total[];
}

/**
 * Chooses the sources of a list so that few unlisted rows are read: the most selective filter leads, and an
 * index provides the order of the list where possible.
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
