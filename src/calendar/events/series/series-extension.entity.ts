import { Column, Entity, PrimaryColumn } from 'typeorm';
import { STORED_NUMBER } from '../../../platform/changes';

/** The state of the extension of all series: one row. */
@Entity('series_extension')
export class SeriesExtension {
  @PrimaryColumn()
  id: number;

  @Column({ length: 36 })
  owner: string;

  /** The end of the lease; milliseconds since 1970. */
  @Column('bigint', { transformer: STORED_NUMBER })
  owned_until: number;

  /** When all series were extended last; milliseconds since 1970, or 0. */
  @Column('bigint', { transformer: STORED_NUMBER })
  extended_at: number;
}
