import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { insertRows, type Transaction } from '../../platform/database';
import { LinkKinds } from './link-kind';
import type { EventLinks } from './link-writer';
import { SeriesLink } from './series-link.entity';

@Injectable()
export class SeriesLinks {
  constructor(private readonly kinds: LinkKinds) {}

  async read(transaction: Transaction, series: number): Promise<EventLinks> {
    return this.byKind(await transaction.lockForUpdate(rowsOf(transaction, series)).getMany());
  }

  /** For a write of an occurrence. Not locked: a write of the series locks them before the event. */
  async readUnlocked(transaction: Transaction, series: number): Promise<EventLinks> {
    return this.byKind(await rowsOf(transaction, series).getMany());
  }

  private byKind(rows: readonly SeriesLink[]): EventLinks {
    return Object.fromEntries(
      this.kinds.all.map(({ key }) => [
        key,
        rows.filter(({ kind }) => kind === key).map(({ record_id }) => record_id),
      ]),
    );
  }

  async insert(transaction: Transaction, series: number, links: EventLinks): Promise<void> {
    await insertRows(
      transaction,
      SeriesLink,
      Object.entries(links).flatMap(([kind, ids]) =>
        ids.map((record_id, position) => ({ series_id: series, kind, record_id, position })),
      ),
    );
  }

  async replace(transaction: Transaction, series: number, links: EventLinks): Promise<void> {
    await transaction.manager.delete(SeriesLink, { series_id: series });
    await this.insert(transaction, series, links);
  }
}

const rowsOf = ({ manager }: Transaction, series: number): SelectQueryBuilder<SeriesLink> =>
  manager
    .createQueryBuilder(SeriesLink, 'link')
    .where({ series_id: series })
    .orderBy('link.position');
