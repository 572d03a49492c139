import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CreateReplicaHeartbeat1790000000105 } from './create-replica-heartbeat.migration';

/** Drops the table of reads from replicas (docs/decisions/0012-mechanisms.md). */
export class DropReplicaHeartbeat1795668094724 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.dropTable('replica_heartbeat', true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await new CreateReplicaHeartbeat1790000000105().up(runner);
  }
}
