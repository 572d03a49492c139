import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImportedKind } from './import-source';

/** `occurrences`: those of a series with fields of their own in the source. */
export type KnownKind = ImportedKind | 'series' | 'occurrences';

/** Maps a record of a source to the record here, so that a later import updates it. */
@Entity('imported_items')
export class ImportedItem {
  @PrimaryColumn({ length: 64 })
  item_key: string;

  @Column({ length: 255 })
  source: string;

  @Column({ type: 'varchar', length: 20 })
  kind: KnownKind;

  /** The key of the recurring event that the record is or belongs to; empty without one. */
  @Column({ length: 64 })
  group_key: string;

  @Column()
  record_id: number;

  /** SHA-256 of the imported fields, in hexadecimal; empty for a record that was pruned. */
  @Column({ length: 64 })
  digest: string;

  /** As imported: a later version was edited here. */
  @Column()
  version: number;
}
