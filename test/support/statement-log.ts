import type { Logger } from 'typeorm';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** Keeps the statements of the data source that it is the logger of. */
export class StatementLog implements Logger {
  private statements: Statement[] = [];

  logQuery(sql: string, parameters: unknown[] = []): void {
    // The looks for records that are due, and at the clock, come at times, whatever is asked for.
    if (!/'future'|UTC_TIMESTAMP/.test(sql)) this.statements.push({ sql, parameters });
  }

  take(): Statement[] {
    const statements = this.statements;
    this.statements = [];
    return statements;
  }

  logQueryError = (): void => undefined;
  logQuerySlow = (): void => undefined;
  logSchemaBuild = (): void => undefined;
  logMigration = (): void => undefined;
  log = (): void => undefined;
}
