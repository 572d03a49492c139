import { Column } from 'typeorm';

/** The most characters of a lineage as JSON. */
export const LINEAGE_MAX = 2000;

/** What an imported record keeps of its site. */
export interface Kept {
  id?: number;
  /** See `Lineage`. */
  lineage?: string[];
}

/** Declares the column for the global ids that an imported record has on its site; null for other records. */
export const Lineage = (): PropertyDecorator => Column({ type: 'simple-json', nullable: true });
