import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { addToCounts, Database, DataVersion } from '../../platform/database';
import { type LinkKind, LinkKinds } from './link-kind';
import { type LinkedEvent, LinkWriter } from './link-writer';

const EVENTS_MAX = 500;
const LINK_START = 'CASE WHEN event.password_hash IS NULL THEN event.listed_start END';

/**
 * Updates the links and counts of other modules at the start: while a module was not loaded, events may have
 * been written, and passwords set. It reads all links of the module, and writes those that differ.
 */
@Injectable()
export class LinkRepair implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly version: DataVersion,
    private readonly kinds: LinkKinds,
    private readonly writer: LinkWriter,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const kind of this.kinds.others) {
      await this.repairLinks(kind);
      await this.repairCounts(kind);
    }
  }

  private async repairLinks(kind: LinkKind): Promise<void> {
    for (let after = 0; ;) {
      const ids = await this.staleAfter(after, kind);
      if (ids.length === 0) return;
      await this.database.transaction(async (transaction) => {
        this.version.raise(transaction);
        const columns = ['id', 'status', 'end_utc', 'password_hash', 'listed_start'];
        const events = await transaction
          .lockForUpdate(
            transaction.manager.createQueryBuilder<LinkedEvent>('events', 'event').whereInIds(ids),
          )
          .select(columns.map((name) => `event.${name}`))
          .getMany();
        for (const event of events) await this.writer.copy(transaction, kind, event);
      });
      after = ids[ids.length - 1];
    }
  }

  private async staleAfter(after: number, { links }: LinkKind): Promise<number[]> {
    const rows = await this.database
      .select(links, 'link')
      .select('link.event_id', 'id')
      .innerJoin('events', 'event', 'event.id = link.event_id')
      .where('link.event_id > :after', { after })
      .andWhere(
        `(link.published <> (event.status = 'publish') OR link.end_utc <> event.end_utc
          OR (link.listed_start IS NULL) <> (${LINK_START} IS NULL)
          OR link.listed_start <> ${LINK_START})`,
      )
      .groupBy('link.event_id')
      .orderBy('link.event_id')
      .limit(EVENTS_MAX)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  private async repairCounts({ counts, tables: { links, key } }: LinkKind): Promise<void> {
    if (counts === undefined) return;
    await this.database.transaction(async (transaction) => {
      // Two instances that start at the same time would both add the difference.
      await transaction.acquireLock(counts);
      const { rows } = await transaction.run<{ id: number; missing: number | string }>(
        `SELECT id, SUM(number) AS missing FROM (
           SELECT ${key} AS id, COUNT(*) AS number FROM ${links} WHERE published = 1 GROUP BY ${key}
           UNION ALL SELECT ${key}, -count FROM ${counts}
         ) compared GROUP BY id HAVING SUM(number) <> 0 ORDER BY id`,
      );
      if (rows.length === 0) return;
      this.version.raise(transaction);
      const differences = rows.map(({ id, missing }) => [id, Number(missing)] as const);
      await addToCounts(transaction, { table: counts, key: [key] }, differences);
    });
  }
}
