import { Column, Entity, PrimaryColumn } from 'typeorm';
import { LinkedRecord, type RecordKind } from '../linked-records';
import { OrderedEventLink } from '../links';

/** Texts besides the name, with their maximum lengths. */
export const VENUE_TEXTS = {
  address: 500,
  city: 200,
  country: 200,
  province: 200,
  state: 200,
  zip: 50,
  phone: 100,
  stateprovince: 200,
} as const;

@Entity('venues')
export class Venue extends LinkedRecord {
  @Column({ length: 500 })
  venue: string;

  @Column({ length: VENUE_TEXTS.address })
  address: string;

  @Column({ length: VENUE_TEXTS.city })
  city: string;

  @Column({ length: VENUE_TEXTS.country })
  country: string;

  @Column({ length: VENUE_TEXTS.province })
  province: string;

  @Column({ length: VENUE_TEXTS.state })
  state: string;

  @Column({ length: VENUE_TEXTS.zip })
  zip: string;

  @Column({ length: VENUE_TEXTS.stateprovince })
  stateprovince: string;

  @Column('boolean')
  show_map: boolean;

  @Column('boolean')
  show_map_link: boolean;

  /** Degrees north; null together with `geo_lng`. */
  @Column('double', { nullable: true })
  geo_lat: number | null;

  /** Degrees east. */
  @Column('double', { nullable: true })
  geo_lng: number | null;
}

export const VENUES: RecordKind<Venue> = {
  kind: 'venue',
  resource: 'venues',
  entity: Venue,
  links: 'event_venues',
  key: 'venue_id',
};

@Entity('event_venues')
export class EventVenue extends OrderedEventLink {
  @PrimaryColumn()
  venue_id: number;
}
