import {
  Column,
  PrimaryGeneratedColumn,
  type QueryRunner,
  type TableColumnOptions,
  VersionColumn,
} from 'typeorm';
import { Followed, PublicWhen } from '../../platform/changes';
import { columnsFor } from '../../platform/database';
import { LongText } from './long-texts';

/** The common columns of events, venues and organizers. */
@Followed()
@PublicWhen<CalendarRecord>({ status: 'publish' })
export abstract class CalendarRecord {
  @PrimaryGeneratedColumn()
  id: number;

  /** The number of writes: 1 for a new row; each update increments it. */
  @VersionColumn()
  version: number;

  /** The id of the author; 0: unknown. */
  @Column()
  author: number;

  @Column({ length: 20 })
  status: string;

  /** The publication date, in the past or the future. */
  @Column('datetime')
  date_utc: Date;

  @Column('datetime')
  modified_utc: Date;

  @Column({ length: 200 })
  slug: string;

  @LongText()
  @Column('text')
  description: string;

  @LongText()
  @Column('text')
  excerpt: string;

  /** The id or URL of the image, as sent. */
  @Column({ type: 'varchar', length: 2000, nullable: true })
  image: string | null;

  /** Further details of the image as JSON: see `KnownImage`. */
  @LongText()
  @Column('text', { nullable: true })
  image_details: string | null;
}

/** Returns the common columns of the tables of events, series, venues and organizers. */
export function recordColumns(runner: QueryRunner): TableColumnOptions[] {
  const { id, integer, text, longText, instant } = columnsFor(runner);
  return [
    id(),
    integer('author'),
    text('status', 20),
    instant('date_utc'),
    instant('modified_utc'),
    text('slug', 200),
    longText('description'),
    longText('excerpt'),
    { ...text('image', 2000), default: null, isNullable: true },
    integer('version', 1),
    { ...longText('image_details'), isNullable: true },
  ];
}

/** The most characters of a lineage as JSON. */
const LINEAGE_MAX = 2000;

/** The ids that an imported record keeps from its source. */
export interface SourceIds {
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
