import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link of a series to a record of any kind, which its occurrences get. */
@Entity('series_links')
export class SeriesLink {
  @PrimaryColumn()
  series_id: number;

  /** The key of the kind: see `LinkKind`. */
  @PrimaryColumn({ length: 64 })
  kind: string;

  @PrimaryColumn()
  record_id: number;

  @Column()
  position: number;
}
