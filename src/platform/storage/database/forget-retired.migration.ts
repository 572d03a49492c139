import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropColumn } from './tables';

/**
 * The migrations from before the first release. The migrations that create tables include their
 * changes, except for what is not needed any more.
 */
const RETIRED = [
  'CreateImportedEvents1790000000020',
  'AddVersions1790000000030',
  'CleanCustomFields1790000000040',
  'AddImageDetails1790000000041',
  'ForgetAnswers1790000000045',
  'AddKeyTimes1790000000051',
  'AddZoneRules1790000000060',
  'AddListColumns1790000000094',
  'CreateReplicaHeartbeat1790000000105',
  'AddEventStatus1790000000110',
  'AddEventUid1790000000111',
  'CountEventFlags1790000000115',
  'IndexFurtherVenues1790000000116',
  'AddChangeNumbers1790000000120',
  'AddPublicIndexes1790000000121',
  'ShardListedCounts1790000000122',
  'CountVenuelessEvents1790000000125',
  'OrderLinkIndexes1790000000126',
  'CreateLostLinks1790000000127',
  'FoldTexts1790000000130',
  'DropReplicaHeartbeat1795668094724',
  'DropListedMonth1795679541597',
  'DropFlagCounts1795680224727',
  'AddAffectedEvents1795705200000',
  'ReplaceImportedEvents1795708800000',
  'CreateSeriesExtension1795719388856',
  'AddLineage1795735200000',
];

/** The migration that ran first before the first release. */
const FIRST = 'CreateTags1790000000001';
/** The retired migration that ran last: after it, all others have run as well. */
const LAST = 'AddLineage1795735200000';

/** Thrown for a database on which only some of the retired migrations have run. */
export class RetiredMigrationsError extends Error {
  constructor() {
    super(
      'The database is from a checkout before the first release, and lacks migrations that this ' +
        'release no longer has. Start commit 0ce4a29e of the service on it once, ' +
        'then this release (docs/operating/upgrading.md).',
    );
  }
}

/**
 * Returns the executed migrations without the retired ones.
 *
 * @throws RetiredMigrationsError
 */
export function withoutRetired(run: readonly string[]): string[] {
  const isFromBefore = run.includes(FIRST) && !run.includes(ForgetRetired1790000000000.name);
  if (isFromBefore && !run.includes(LAST)) throw new RetiredMigrationsError();
  return run.filter((name) => !RETIRED.includes(name));
}

/**
 * Deletes the names of retired migrations, and what they stored for readers of the events of hidden
 * venues (docs/decisions/0010-order-of-changes.md). It runs first on a new database, whose later migrations
 * are therefore known to be those of this release.
 */
export class ForgetRetired1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.dropTable('lost_links', true);
    for (const column of ['affected_id', 'affected_start'])
      await dropColumn(runner, 'webhook_queues', column);
    // Changes of tables end a transaction of MySQL. In a new one, the names are deleted together with the
    // note that this migration has run: without both, the database would seem to lack migrations.
    await runner.commitTransaction();
    await runner.startTransaction();
    const names = RETIRED.map((name) => `'${name}'`).join(', ');
    await runner.query(`DELETE FROM migrations WHERE name IN (${names})`);
  }

  /** Does nothing: the tables stay those of the retired migrations. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
