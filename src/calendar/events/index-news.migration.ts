import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndexes, index } from '../../platform/database';

const BY_DATE = ['date_utc', 'id', 'listed_start', 'end_utc'];
const DROPPED = index('events', ...BY_DATE);
const ADDED = index('events', ...BY_DATE, 'series');
const SERIES = index('series', 'date_utc', 'id');

/** For news feeds. */
export class IndexNews1795897955483 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await changeIndexes(runner, 'events', [DROPPED], [ADDED]);
    await changeIndexes(runner, 'series', [], [SERIES]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeIndexes(runner, 'series', [SERIES], []);
    await changeIndexes(runner, 'events', [ADDED], [DROPPED]);
  }
}
