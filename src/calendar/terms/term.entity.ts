import { Column, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { Followed } from '../../platform/storage/changes';
import { LongText } from '../posts';

/** The common columns of categories and tags. */
@Followed()
export abstract class Term {
  @PrimaryGeneratedColumn()
  id: number;

  /** The number of writes: 1 for a new row; each update increments it. */
  @VersionColumn()
  version: number;

  @Column('datetime')
  modified_utc: Date;

  @Column({ length: 500 })
  name: string;

  /** The folded name, for sorting, comparisons and unique names. */
  @Column({ length: 500, select: false })
  name_key?: string;

  @Column({ length: 200 })
  slug: string;

  @LongText()
  @Column('text')
  description: string;
}
