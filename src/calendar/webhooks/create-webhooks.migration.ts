import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, index, unique } from '../../platform/database';

export class CreateWebhooks1795693500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, longId, reference, integer, longInteger, flag, text, longText, instant } =
      columnsFor(runner);
    await createTable(runner, 'webhooks', [
      id(),
      integer('version', 1),
      text('url', 2000),
      text('types', 500),
      text('scope', 10),
      text('description', 500),
      flag('enabled', true),
      text('disabled_reason', 500),
      integer('generation', 1),
      longInteger('rotated_at'),
    ]);
    const ofWebhook = [{ column: 'webhook_id', table: 'webhooks', onDelete: 'CASCADE' as const }];
    await createTable(
      runner,
      'webhook_queues',
      [
        { ...reference('webhook_id'), isPrimary: true },
        longInteger('place_number'),
        longInteger('place_identity'),
        longInteger('failing_since'),
        text('owner', 36),
        longInteger('owned_until'),
      ],
      [],
      ofWebhook,
    );
    await createTable(
      runner,
      'webhook_deliveries',
      [
        longId(),
        reference('webhook_id'),
        text('message', 40),
        text('type', 30),
        longText('payload'),
        text('status', 10),
        longInteger('created_at'),
        { ...longInteger('due_at'), isNullable: true, default: null },
        integer('tries'),
        longText('attempts'),
        instant('expires_utc'),
      ],
      [
        unique('webhook_deliveries', 'message'),
        index('webhook_deliveries', 'webhook_id'),
        index('webhook_deliveries', 'webhook_id', 'due_at'),
        index('webhook_deliveries', 'due_at'),
        index('webhook_deliveries', 'expires_utc'),
      ],
      ofWebhook,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_deliveries', 'webhook_queues', 'webhooks'])
      await runner.dropTable(table);
  }
}
