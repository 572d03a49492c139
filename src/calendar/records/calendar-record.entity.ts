import { Column, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { PublicWhen } from '../../platform/changes';

/** What events, venues and organizers have in common. */
@PublicWhen<CalendarRecord>({ status: 'publish' })
export abstract class CalendarRecord {
  @PrimaryGeneratedColumn()
  id: number;

  /** How often it was written: 1 when it is new, one more with every update by TypeORM. */
  @VersionColumn()
  version: number;

  /** 0: nobody known. */
  @Column()
  author: number;

  @Column({ length: 20 })
  status: string;

  /** When it was, or will be, published. */
  @Column('datetime')
  date_utc: Date;

  @Column('datetime')
  modified_utc: Date;

  @Column({ length: 200 })
  slug: string;

  @Column('text')
  description: string;

  @Column('text')
  excerpt: string;

  /** An id or a URL, as it was given. */
  @Column({ type: 'varchar', length: 2000, nullable: true })
  image: string | null;

  /** What its writer knows of the image besides, as JSON: see `KnownImage`. */
  @Column('text', { nullable: true })
  image_details: string | null;
}
