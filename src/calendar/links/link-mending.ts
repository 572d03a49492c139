import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, DataVersion } from '../../platform/storage/database';
import type { LinkedToEvents } from '.';
import { Event } from '../events/event.entity';
import { CountMending } from './link-repair';
import { LinkStore } from './link-writer';
import { LinkedKinds } from './link-kinds';

/** The most events updated in one transaction. */
const BATCH = 500;
const OPEN_START = 'CASE WHEN event.password_hash IS NULL THEN event.listed_start END';

/**
 * Repairs the links of other modules at startup. While a module is not loaded, the event columns in its links
 * and the counters of its links are not updated. Its filter would then find events by values that a password
 * has hidden since. All links of the module are read; only those that differ are written.
 */
@Injectable()
export class LinkMending implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly version: DataVersion,
    private readonly kinds: LinkedKinds,
    private readonly store: LinkStore,
    private readonly counts: CountMending,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const kind of this.kinds.others) await this.mend(kind);
    await this.counts.mend(this.kinds.others);
  }

  private async mend(kind: LinkedToEvents): Promise<void> {
    for (let after = 0; ;) {
      const ids = await this.staleAfter(after, kind);
      if (ids.length === 0) return;
      await this.database.transaction(async (transaction) => {
        this.version.raise(transaction);
        const events = await transaction
          .lockForUpdate(transaction.manager.createQueryBuilder(Event, 'event').whereInIds(ids))
          .select(['id', 'status', 'end_utc', 'password_hash'].map((name) => `event.${name}`))
          .addSelect('event.listed_start')
          .getMany();
        for (const { listed_start = null, ...event } of events)
          await this.store.carry(transaction, kind, { ...event, listed_start });
      });
      after = ids[ids.length - 1];
    }
  }

  /** Returns the ids of some events whose links are out of date, in ascending order. */
  private async staleAfter(after: number, { links }: LinkedToEvents): Promise<number[]> {
    const rows = await this.database
      .select(links, 'link')
      .select('link.event_id', 'id')
      .innerJoin(Event, 'event', 'event.id = link.event_id')
      .where('link.event_id > :after', { after })
      .andWhere(
        `(link.published <> (event.status = 'publish') OR link.end_utc <> event.end_utc
          OR (link.listed_start IS NULL) <> (${OPEN_START} IS NULL)
          OR link.listed_start <> ${OPEN_START})`,
      )
      .groupBy('link.event_id')
      .orderBy('link.event_id')
      .limit(BATCH)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }
}
