import { EventEmitter } from 'node:events';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import type { AfterQueryEvent, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { undoneError } from './failure';
import { mysqlFailure } from './mysql-errors';
import { closeConnection } from './mysql-pool';

const CHANGES_ROWS = /^\s*(?:DELETE|INSERT|REPLACE|UPDATE)\b/i;

/** The bit of the server status for an open transaction. */
const IN_TRANSACTION = 1;

/** A Galera node that is cut off from its cluster still responds to statements without a table. */
const USES_TABLE = /\b(?:FROM|INTO|UPDATE)\b/i;

export class MysqlSubscriber implements EntitySubscriberInterface {
  /** Emits `success` after each successful statement that uses a table. */
  readonly responses = new EventEmitter();

  /**
   * A statement fails when it ended its transaction: the server has rolled it back (`undoneError`), and later
   * statements would be committed separately.
   */
  afterQuery({ query, queryRunner, rawResults, error }: AfterQueryEvent): Promise<void> | void {
    if (error !== undefined) return this.closeLost(queryRunner, error as Error);
    const { serverStatus } = (rawResults ?? {}) as Partial<ResultSetHeader>;
    const isUndone =
      queryRunner.isTransactionActive &&
      serverStatus !== undefined &&
      (serverStatus & IN_TRANSACTION) === 0 &&
      CHANGES_ROWS.test(query);
    if (isUndone) throw undoneError();
    if (USES_TABLE.test(query)) this.responses.emit('success');
  }

  /** Closes the connection to a server that refuses all work: a new one may reach another server. */
  private async closeLost(queryRunner: QueryRunner, error: Error): Promise<void> {
    if (mysqlFailure(error) === 'lost')
      closeConnection((await queryRunner.connect()) as PoolConnection, error);
  }
}
