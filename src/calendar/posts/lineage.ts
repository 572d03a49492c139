import { Column, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { columnsFor } from '../../platform/storage/database';

/** The most characters of a lineage as JSON. */
const LINEAGE_MAX = 2000;

/** What an imported record keeps of its site. */
export interface Kept {
  id?: number;
  /** See `Lineage`. */
  lineage?: string[];
}

/** Declares the column for the global ids that an imported record has on its site; null for other records. */
export const Lineage = (): PropertyDecorator => Column({ type: 'simple-json', nullable: true });

/** Returns the column of a table for `Lineage`. */
export const lineageColumn = (runner: QueryRunner): TableColumnOptions => ({
  ...columnsFor(runner).text('global_id_lineage', LINEAGE_MAX),
  default: null,
  isNullable: true,
});
