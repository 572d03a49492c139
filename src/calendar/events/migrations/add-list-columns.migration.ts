import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  columnsFor,
  dropColumn,
  index,
  isMysql,
} from '../../../platform/storage/database';

/** The number of ids updated in one statement. */
const BATCH = 20_000;

const INDICES = [
  index('events', 'span', 'listed_start', 'id', 'end_utc'),
  index('events', 'listed_month', 'title_key', 'id', 'listed_start', 'end_utc'),
  index('events', 'listed_month', 'date_utc', 'id', 'listed_start', 'end_utc'),
  index('events', 'listed_month', 'modified_utc', 'id', 'listed_start', 'end_utc'),
  index('events', 'listed_month', 'end_utc', 'id', 'listed_start'),
  index('events', 'listed_month', 'id', 'listed_start', 'end_utc'),
  index('events', 'featured', 'ticketed', 'open_start', 'id', 'end_utc'),
];

/**
 * Adds the columns with which lists find running events, sort by other orders, and filter by flags and texts.
 */
export class AddListColumns1790000000094 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { flag, instant, integer } = columnsFor(runner);
    await addColumn(runner, 'events', integer('span'));
    await addColumn(runner, 'events', {
      ...integer('listed_month'),
      default: null,
      isNullable: true,
    });
    await addColumn(runner, 'events', {
      ...instant('open_start'),
      default: null,
      isNullable: true,
    });
    await addColumn(runner, 'event_texts', flag('listed'));
    await addColumn(runner, 'event_texts', {
      ...instant('end_utc'),
      default: null,
      isNullable: true,
    });
    await this.fill(runner);
    const { indices = [] } = (await runner.getTable('events')) ?? {};
    const missing = INDICES.filter(({ name }) => !indices.some((each) => each.name === name));
    if (isMysql(runner) && missing.length > 0) {
      // One statement, which reads the table once and permits concurrent writes.
      const additions = missing.map(
        ({ name, columnNames }) => `ADD INDEX ${name} (${columnNames.join(', ')})`,
      );
      await runner.query(`ALTER TABLE events ${additions.join(', ')}`);
    } else
      for (const { name, columnNames } of missing)
        await runner.query(`CREATE INDEX ${name} ON events (${columnNames.join(', ')})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of INDICES) await runner.dropIndex('events', each, true);
    for (const name of ['listed', 'end_utc']) await dropColumn(runner, 'event_texts', name);
    for (const name of ['span', 'listed_month', 'open_start'])
      await dropColumn(runner, 'events', name);
  }

  /** Fills the columns in batches, so that concurrent writes are not blocked for long. */
  private async fill(runner: QueryRunner): Promise<void> {
    const mysql = isMysql(runner);
    const days = mysql
      ? 'TIMESTAMPDIFF(SECOND, start_utc, end_utc) / 86400'
      : 'ROUND((JULIANDAY(end_utc) - JULIANDAY(start_utc)) * 86400) / 86400';
    const month = mysql
      ? 'YEAR(listed_start) * 12 + MONTH(listed_start)'
      : `STRFTIME('%Y', listed_start) * 12 + STRFTIME('%m', listed_start)`;
    const spans = Array.from(
      { length: 11 },
      (_, span) => `WHEN ${days} <= ${4 ** span} THEN ${span}`,
    );
    const [{ last }] = (await runner.query('SELECT MAX(id) AS last FROM events')) as [
      { last: number | null },
    ];
    for (let from = 0; from <= (last ?? 0); from += BATCH) {
      const range = [from, from + BATCH];
      await runner.query(
        `UPDATE events SET span = CASE ${spans.join(' ')} ELSE 11 END, listed_month = ${month},
           open_start = CASE WHEN password_hash IS NULL THEN listed_start END
         WHERE id >= ? AND id < ?`,
        range,
      );
      const ofEvent = (value: string): string =>
        `(SELECT ${value} FROM events event WHERE event.id = event_texts.event_id)`;
      await runner.query(
        `UPDATE event_texts SET listed = ${ofEvent('event.listed_start IS NOT NULL')},
           end_utc = ${ofEvent('event.end_utc')}
         WHERE event_id >= ? AND event_id < ?`,
        range,
      );
    }
  }
}
