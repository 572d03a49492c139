import { Column, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

@Entity('speakers')
export class Speaker {
  @PrimaryGeneratedColumn()
  id: number;

  /** Counts the writes, by itself: what `ETag` tells, and `If-Match` asks for. */
  @VersionColumn()
  version: number;

  @Column({ length: 500 })
  name: string;

  /**
   * The name in lower case: by it a list is ordered and searched, in any case. Nobody reads it, so no
   * read selects it.
   */
  @Column({ length: 500, select: false })
  name_key?: string;

  @Column({ length: 200 })
  slug: string;

  @Column('text')
  description: string;
}
