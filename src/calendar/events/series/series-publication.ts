import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../platform/storage/database';
import { SeriesStore } from './series-store';
import { Series } from './series.entity';

/** The most series published in one transaction. */
const DUE_MAX = 100;
const DUE_COLUMNS = ['id', 'version', 'status', 'date_utc', 'hide_from_listings'].map(
  (column) => `series.${column}`,
);

/** Publishes scheduled series. */
@Injectable()
export class SeriesPublication {
  constructor(
    private readonly database: Database,
    private readonly store: SeriesStore,
  ) {}

  /**
   * Publishes series whose publication date has come; their occurrences are published as events.
   *
   * @returns the next publication date
   */
  async publishDue(now: Date): Promise<Date | undefined> {
    const isDue = ({ status, date_utc }: Series): boolean => status === 'future' && date_utc <= now;
    for (;;) {
      const waiting = await this.database
        .select(Series, 'series')
        .select(DUE_COLUMNS)
        .where("series.status = 'future'")
        .orderBy('series.date_utc')
        .limit(DUE_MAX)
        .getMany();
      const ids = waiting.filter(isDue).map(({ id }) => id);
      if (ids.length > 0)
        await this.database.transaction(async (transaction) => {
          const found = transaction.manager
            .createQueryBuilder(Series, 'series')
            .select(DUE_COLUMNS);
          const series = await transaction.lockForUpdate(found.where({ id: In(ids) })).getMany();
          await this.store.publish(transaction, series.filter(isDue));
        });
      if (ids.length < DUE_MAX) return waiting.at(ids.length)?.date_utc;
    }
  }
}
