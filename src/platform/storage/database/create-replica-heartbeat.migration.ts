import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable } from './tables';

export class CreateReplicaHeartbeat1790000000105 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer } = columnsFor(runner);
    await createTable(runner, 'replica_heartbeat', [id(), integer('beat')]);
    const [row] = (await runner.query('SELECT id FROM replica_heartbeat')) as unknown[];
    if (row === undefined) await runner.query('INSERT INTO replica_heartbeat (beat) VALUES (0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('replica_heartbeat');
  }
}
