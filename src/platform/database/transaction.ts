import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** One write, whole or not at all; everything it reads and writes goes through `manager`. */
export class Transaction {
  private readonly endings: (() => void)[] = [];

  constructor(readonly manager: EntityManager) {}

  /** Makes others that want to write the selected rows wait; SQLite has one writer anyway. */
  lock<T extends ObjectLiteral>(query: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
    return this.manager.connection.options.type === 'mysql'
      ? query.setLock('pessimistic_write')
      : query;
  }

  /** Calls back when the transaction has ended, whether it was committed or not. */
  onEnd(ending: () => void): void {
    this.endings.push(ending);
  }

  /** Called by `Database` alone. */
  end(): void {
    for (const ending of this.endings) ending();
  }
}
