import { Column, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

/** What categories and tags have in common. */
export abstract class Term {
  @PrimaryGeneratedColumn()
  id: number;

  /** How often it was written: 1 when it is new, one more with every update by TypeORM. */
  @VersionColumn()
  version: number;

  @Column('datetime')
  modified_utc: Date;

  @Column({ length: 500 })
  name: string;

  /** The name in lower case: by it terms are ordered, and told apart in any case. */
  @Column({ length: 500 })
  name_key: string;

  @Column({ length: 200 })
  slug: string;

  @Column('text')
  description: string;
}
