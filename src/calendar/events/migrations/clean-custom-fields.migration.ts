import type { MigrationInterface, QueryRunner } from 'typeorm';
import { plainText } from '../../../platform/foundation/texts';
import { cleanField, type CustomFields } from '../writing/custom-fields';

/** The number of events read at once. */
const ROWS = 100;

/**
 * Cleans custom fields that were stored before their rules existed: removes markup from names and labels, and
 * sanitises values. Each change is a write of its event.
 */
export class CleanCustomFields1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    for (let last = 0, isDone = false; !isDone;) {
      const rows = await runner.manager.query<{ id: number; custom_fields: string }[]>(
        `SELECT id, custom_fields FROM events WHERE id > ? AND custom_fields <> '{}'
         ORDER BY id LIMIT ${ROWS}`,
        [last],
      );
      for (const { id, custom_fields } of rows) {
        last = id;
        const clean = JSON.stringify(cleaned(JSON.parse(custom_fields) as CustomFields));
        if (clean !== custom_fields)
          await runner.query(
            `UPDATE events SET custom_fields = ?, version = version + 1, modified_utc = ?
             WHERE id = ?`,
            [clean, now, id],
          );
      }
      isDone = rows.length < ROWS;
    }
  }

  /** Does nothing: removed markup cannot be restored. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

/** Cleans names and fields. Names that become equal get a number. */
function cleaned(stored: CustomFields): CustomFields {
  const fields = new Map<string, CustomFields[string]>();
  for (const [name, field] of Object.entries(stored)) {
    const plain = plainText(name);
    let free = plain;
    for (let number = 2; fields.has(free); number++) free = `${plain}-${number}`;
    fields.set(free, cleanField(field));
  }
  return Object.fromEntries(fields);
}
