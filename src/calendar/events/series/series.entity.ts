import { Column, Entity } from 'typeorm';
import { Followed, PublicWhen } from '../../../platform/changes';
import type { WallClock } from '../../../platform/dates';
import { LongText, type Row } from '../../../platform/database';
import { EventTemplate } from '../event-template.entity';
import type { Day } from './set';

/** The values that the occurrences of a series have in common, and the set of its slots. */
@Entity('series')
@Followed<Series>({ uid: 'uid' })
@PublicWhen<Series>({ status: 'publish', hide_from_listings: false })
export class Series extends EventTemplate {
  /** In lower case, for sorting. */
  @Column({ length: 500, select: false })
  title_key?: string;

  /** The texts for `search`, in lower case; for a protected series only its title. */
  @Column('text', { select: false })
  search_text?: string;

  /** See `storedRule`; `''` without one. */
  @Column({ length: 600 })
  rule: string;

  @LongText({ unread: '[]', keys: ['json_ld', 'schedule_details'] })
  @Column('simple-json')
  rdates: WallClock[];

  @LongText({ unread: '[]', keys: ['json_ld', 'schedule_details'] })
  @Column('simple-json')
  exdates: WallClock[];

  /** The last day for which occurrences exist; `''` when there are no further slots. */
  @Column({ type: 'varchar', length: 10 })
  occurrences_until: Day;

  /** The series that it was split from. */
  @Column({ type: 'int', nullable: true })
  previous_series: number | null;
}

export type SeriesRow = Row<Series>;
