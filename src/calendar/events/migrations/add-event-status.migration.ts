import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  columnsFor,
  dropColumn,
  dropIndex,
  index,
} from '../../../platform/storage/database';

const TABLE = 'events';
const INDICES = [
  index(TABLE, 'event_status', 'listed_start', 'id', 'end_utc'),
  index(TABLE, 'is_virtual', 'open_start', 'id', 'end_utc'),
];

/** Adds columns for the status of events, and for online events. */
export class AddEventStatus1790000000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { flag, text } = columnsFor(runner);
    for (const column of [
      { ...text('event_status', 20), default: "'scheduled'" },
      text('event_status_reason', 500),
      text('previous_start_date', 19),
      flag('is_virtual'),
      text('virtual_event_type', 10),
      text('virtual_url', 2000),
      { ...text('virtual_show_to', 10), default: "'everyone'" },
    ])
      await addColumn(runner, TABLE, column);
    for (const each of INDICES) await addIndex(runner, TABLE, each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of INDICES) await dropIndex(runner, TABLE, each);
    for (const name of [
      'event_status',
      'event_status_reason',
      'previous_start_date',
      'is_virtual',
      'virtual_event_type',
      'virtual_url',
      'virtual_show_to',
    ])
      await dropColumn(runner, TABLE, name);
  }
}
