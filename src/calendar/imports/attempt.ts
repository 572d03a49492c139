import { Problem } from '../../platform/foundation/errors';
import type { Database, Transaction } from '../../platform/storage/database';

/**
 * Runs a write of an import in a transaction, which a dry run rolls back.
 *
 * @returns the result, or the problem for which nothing was written
 */
export async function attempt<Result>(
  database: Database,
  { dryRun }: { dryRun: boolean },
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result | Problem> {
  try {
    if (!dryRun) return await database.transaction(work);
    const results: Result[] = [];
    await database.rehearse(async (transaction) => {
      results.push(await work(transaction));
    });
    return results[results.length - 1];
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
