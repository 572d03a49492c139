import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, changeIndexes, columnsFor, dropColumn, index } from '../../platform/database';

const ADDED = [index('webhook_deliveries', 'webhook_id', 'status', 'id')];

/** Adds custom headers, several rotations in a day, and the days on which attempts failed. */
export class AddWebhookHeaders1795898452810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, longInteger, text, longText } = columnsFor(runner);
    await addColumn(runner, 'webhooks', { ...longText('headers'), isNullable: true });
    await addColumn(runner, 'webhooks', text('rotations', 200));
    if (await runner.hasColumn('webhooks', 'rotated_at'))
      await runner.query('UPDATE webhooks SET rotations = rotated_at WHERE rotated_at > 0');
    await dropColumn(runner, 'webhooks', 'rotated_at');
    await addColumn(runner, 'webhook_queues', integer('failing_days'));
    await addColumn(runner, 'webhook_queues', longInteger('failing_counted'));
    await changeIndexes(runner, 'webhook_deliveries', [], ADDED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeIndexes(runner, 'webhook_deliveries', ADDED, []);
    await addColumn(runner, 'webhooks', columnsFor(runner).longInteger('rotated_at'));
    for (const column of ['failing_days', 'failing_counted'])
      await dropColumn(runner, 'webhook_queues', column);
    for (const column of ['headers', 'rotations']) await dropColumn(runner, 'webhooks', column);
  }
}
