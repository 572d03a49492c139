import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The occurrences of the series get these links. */
@Entity('series_links')
export class SeriesLink {
  @PrimaryColumn()
  series_id: number;

  /** See `LinkKind`. */
  @PrimaryColumn({ length: 64 })
  kind: string;

  @PrimaryColumn()
  record_id: number;

  @Column()
  position: number;
}
