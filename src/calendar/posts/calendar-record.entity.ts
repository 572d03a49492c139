import {
  Column,
  PrimaryGeneratedColumn,
  type QueryRunner,
  type TableColumnOptions,
  VersionColumn,
} from 'typeorm';
import { Followed, PublicWhen } from '../../platform/changes';
import { columnsFor, LongText, type Row } from '../../platform/database';
import { TranslatedRecord, translationColumns } from '../../platform/translations';

/** The common columns of events, venues and organizers. */
@Followed()
@PublicWhen<CalendarRecord>({ status: 'publish' })
export abstract class CalendarRecord extends TranslatedRecord {
  @PrimaryGeneratedColumn()
  id: number;

  /** Incremented by each update. */
  @VersionColumn()
  version: number;

  /** 0: unknown. */
  @Column()
  author: number;

  @Column({ length: 20 })
  status: string;

  @Column('datetime')
  date_utc: Date;

  @Column('datetime')
  modified_utc: Date;

  @Column({ length: 200 })
  slug: string;

  @LongText({ keys: ['json_ld'] })
  @Column('text')
  description: string;

  @LongText({ keys: ['json_ld'] })
  @Column('text')
  excerpt: string;

  /** The id or URL of the image, as sent. */
  @Column({ type: 'varchar', length: 2000, nullable: true })
  image: string | null;

  /** See `KnownImage`. */
  @LongText({ keys: ['image', 'json_ld'] })
  @Column('text', { nullable: true })
  image_details: string | null;
}

export type RecordRow = Row<CalendarRecord>;

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
    ...translationColumns(runner),
  ];
}

const LINEAGE_MAX = 2000;

/** The ids that an imported record keeps from its source. */
export interface SourceIds {
  id?: number;
  lineage?: string[];
}

/** The global ids that an imported record has on its site; null for other records. */
export const Lineage = (): PropertyDecorator => Column({ type: 'simple-json', nullable: true });

export const lineageColumn = (runner: QueryRunner): TableColumnOptions => ({
  ...columnsFor(runner).text('global_id_lineage', LINEAGE_MAX),
  default: null,
  isNullable: true,
});
