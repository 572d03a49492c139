import type { Logger } from 'typeorm';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

export class StatementLog implements Logger {
  private statements: Statement[] = [];

  logQuery(sql: string, parameters: unknown[] = []): void {
    // Scheduled records are also published in the background.
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
