import { Database, type Transaction } from '../../src/platform/database';
import type { TestApp } from './app';

/** Simulates a concurrent request between the commit and the response. */
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
