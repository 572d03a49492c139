import { Database, type Transaction } from '../../src/platform/storage/database';
import type { TestApp } from './app';

/**
 * Does something once the next transaction of an app is committed, before its caller goes on: what
 * other requests may do between the commit of a write and its answer.
 */
export function afterNextCommit(app: TestApp, work: () => Promise<unknown>): void {
  const database = app.nest.get(Database);
  const run = database.transaction.bind(database);
  jest
    .spyOn(database, 'transaction')
    .mockImplementationOnce(
      async <T>(writing: (transaction: Transaction) => Promise<T>): Promise<T> => {
        const result = await run(writing);
        await work();
        return result;
      },
    );
}
