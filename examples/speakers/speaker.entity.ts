import { Column, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { TranslatedRecord } from '../../src/platform/translations';

@Entity('speakers')
export class Speaker extends TranslatedRecord {
  @PrimaryGeneratedColumn()
  id: number;

  /** Incremented by every write; used for `ETag` and `If-Match`. */
  @VersionColumn()
  version: number;

  @Column({ length: 500 })
  name: string;

  /**
   * The lower-case name, for case-insensitive order and search. It is used in SQL only, so reads do
   * not select it.
   */
  @Column({ length: 500, select: false })
  name_key?: string;

  @Column({ length: 200 })
  slug: string;

  @Column('text')
  description: string;
}
