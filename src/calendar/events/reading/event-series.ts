import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/http/request-context';
import { Database } from '../../../platform/storage/database';
import { canRead, isOpenTo } from '../../publication';
import type { EventRow } from '../event-record';
import { Series } from '../series/series.entity';

const COLUMNS = ['id', 'version', 'title', 'slug', 'author', 'status', 'password_hash'].map(
  (column) => `series.${column}`,
);

/** Reads the series of an event, for its structured data. */
@Injectable()
export class EventSeries {
  constructor(private readonly database: Database) {}

  /** Returns undefined for a single event, or if the caller may not read the series. */
  async of({ series }: EventRow, caller: Caller): Promise<Series | undefined> {
    if (!series) return undefined;
    const found = await this.database
      .select(Series, 'series')
      .select(COLUMNS)
      .where('series.id = :series', { series })
      .getOne();
    return found && canRead(found, caller) && isOpenTo(found, caller) ? found : undefined;
  }
}
