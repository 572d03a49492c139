import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fold, nameKey } from '../../platform/foundation/texts';
import { markedKey } from './name-keys';

/** The most rows read at once: texts have up to 100,000 characters. */
const ROWS = 200;
/** The most characters of a statement: servers accept 16 MB by default. */
const CHARACTERS = 1_000_000;

/** Searched texts are lines, which were normalised without folding. */
const foldLines = (content: string): string => content.split('\n').map(fold).join('\n');

interface Column {
  table: string;
  id: string;
  to: string;
}

interface Folding extends Column {
  from: string;
  folded: (text: string) => string;
}

interface Row {
  id: number;
  key: string;
}

const FOLDINGS: Folding[] = [
  { table: 'events', id: 'id', from: 'title', to: 'title_key', folded: nameKey },
  { table: 'event_texts', id: 'event_id', from: 'content', to: 'content', folded: foldLines },
  { table: 'venues', id: 'id', from: 'venue', to: 'name_key', folded: nameKey },
  { table: 'venues', id: 'id', from: 'search_text', to: 'search_text', folded: foldLines },
  { table: 'organizers', id: 'id', from: 'organizer', to: 'name_key', folded: nameKey },
  { table: 'organizers', id: 'id', from: 'search_text', to: 'search_text', folded: foldLines },
];

interface StoredTerm {
  id: number;
  scope: number;
  name: string;
  name_key: string;
}

/**
 * Folds the keys of names and the searched texts, which were only in lower case. Every statement can be
 * repeated, so an interrupted migration is run again from its beginning.
 */
export class FoldTexts1790000000130 implements MigrationInterface {
  /** Every statement commits by itself: with a million events a transaction would be too large. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const folding of FOLDINGS) await this.foldColumn(runner, folding);
    await this.foldTerms(runner, 'tags', '0');
    await this.foldTerms(runner, 'categories', 'parent');
  }

  /** Does nothing: removed accents cannot be restored, and older releases rewrite a key with its record. */
  down(): Promise<void> {
    return Promise.resolve();
  }

  private async foldColumn(runner: QueryRunner, folding: Folding): Promise<void> {
    const { table, id, from, to, folded } = folding;
    for (let last = 0, isDone = false; !isDone;) {
      const rows = (await runner.query(
        `SELECT ${id} AS id, ${from} AS source, ${to} AS present FROM ${table}
         WHERE ${id} > ? ORDER BY ${id} LIMIT ${ROWS}`,
        [last],
      )) as { id: number; source: string; present: string }[];
      await write(
        runner,
        folding,
        rows
          .map(({ id, source, present }) => ({ id, present, key: folded(source) }))
          .filter(({ present, key }) => present !== key),
      );
      isDone = rows.length < ROWS;
      last = rows.at(-1)?.id ?? last;
    }
  }

  /**
   * Folds the keys of terms. Of terms with equal folded names the oldest gets the key, the others a marked
   * one.
   */
  private async foldTerms(runner: QueryRunner, table: string, scope: string): Promise<void> {
    const terms = (await runner.query(
      `SELECT id, ${scope} AS scope, name, name_key FROM ${table} ORDER BY id`,
    )) as StoredTerm[];
    const taken = new Set<string>();
    const owners: Row[] = [];
    const others: Row[] = [];
    for (const { id, scope, name, name_key } of terms) {
      const key = nameKey(name);
      const place = `${scope} ${key}`;
      const [keys, next] = taken.has(place) ? [others, markedKey(key, id)] : [owners, key];
      taken.add(place);
      if (next !== name_key) keys.push({ id, key: next });
    }
    // Marked keys are unused. Written first, they release every key that an owner gets.
    for (const rows of [others, owners])
      await write(runner, { table, id: 'id', to: 'name_key' }, rows);
  }
}

async function write(runner: QueryRunner, column: Column, rows: readonly Row[]): Promise<void> {
  const batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.key.length;
    if (batch.length < ROWS && characters < CHARACTERS) continue;
    await update(runner, column, batch.splice(0));
    characters = 0;
  }
  if (batch.length > 0) await update(runner, column, batch);
}

async function update(
  runner: QueryRunner,
  { table, id, to }: Column,
  rows: readonly Row[],
): Promise<void> {
  const cases = rows.map(() => 'WHEN ? THEN ?').join(' ');
  const ids = rows.map(() => '?').join(', ');
  await runner.query(
    `UPDATE ${table} SET ${to} = CASE ${id} ${cases} END WHERE ${id} IN (${ids})`,
    [...rows.flatMap((row) => [row.id, row.key]), ...rows.map((row) => row.id)],
  );
}
