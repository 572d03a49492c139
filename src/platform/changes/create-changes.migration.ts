import { randomInt } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index } from '../database';

const COUNTERS = 'change_counters';
const IDENTITY_END = 2 ** 48 - 1;

export class CreateChanges1790000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { longId, reference, integer, longInteger, flag, text, instant } = columnsFor(runner);
    await createTable(
      runner,
      'changes',
      [
        longId(),
        text('kind', 64),
        reference('record_id'),
        text('type', 10),
        integer('version'),
        flag('public_before'),
        flag('public_after'),
        instant('changed_utc'),
        { ...longInteger('number'), isNullable: true },
        { ...longInteger('number_identity'), isNullable: true, default: null },
        { ...longInteger('public_number'), isNullable: true },
        { ...longInteger('public_number_identity'), isNullable: true, default: null },
        { ...text('uid', 255), isNullable: true, default: null },
      ],
      [
        index('changes', 'changed_utc'),
        index('changes', 'number'),
        index('changes', 'public_number'),
      ],
    );
    await createTable(runner, COUNTERS, [
      { ...text('scope', 10), isPrimary: true },
      longInteger('last'),
      longInteger('last_identity'),
      longInteger('removed'),
      longInteger('removed_identity'),
      integer('polls'),
    ]);
    // An interrupted migration is run again.
    await runner.query(`DELETE FROM ${COUNTERS}`);
    for (const scope of ['all', 'public']) {
      const identity = randomInt(IDENTITY_END);
      await runner.query(
        `INSERT INTO ${COUNTERS} (scope, last_identity, removed_identity) VALUES (?, ?, ?)`,
        [scope, identity, identity],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(COUNTERS);
    await runner.dropTable('changes');
  }
}
