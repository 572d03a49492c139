import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of failed attempts of all instances that count under a quota. */
@Entity('guess_counts')
export class GuessCount {
  /** The key of the quota. */
  @PrimaryColumn({ length: 64 })
  hash: string;

  @Column()
  guesses: number;

  /** When the count expires. */
  @Column('datetime')
  ends_utc: Date;
}
