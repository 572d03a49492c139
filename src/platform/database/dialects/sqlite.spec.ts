import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import type { DatabaseSettings } from '../../config';
import { SqliteDialect } from './sqlite';

/** One of fifty fails without the wait for the lock. */
const FILES = 150;

describe('A new file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-sqlite-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (file: string): Promise<DataSource> => {
    const databaseUrl = `sqlite:${join(folder, file)}`;
    const dialect = new SqliteDialect({ databaseUrl, databaseTimeout: 10 } as DatabaseSettings);
    return new DataSource(dialect.options()).initialize();
  };

  it('may be opened by several connections at once', async () => {
    for (let file = 0; file < FILES; file++) {
      const opened = await Promise.all(Array.from({ length: 4 }, () => open(`${file}.sqlite`)));
      for (const dataSource of opened) await dataSource.destroy();
    }
  });
});
