import type { Logger } from 'typeorm';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** Records the statements of a data source. */
export class StatementLog implements Logger {
  private statements: Statement[] = [];

  logQuery(sql: string, parameters: unknown[] = []): void {
    // Excludes the periodic queries for scheduled records.
    if (!sql.includes("'future'")) this.statements.push({ sql, parameters });
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
