import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many guesses all instances have counted under a quota. */
@Entity('guess_counts')
export class GuessCount {
  /** The key of the quota. */
  @PrimaryColumn({ length: 64 })
  hash: string;

  @Column()
  guesses: number;

  /** When they are forgotten. */
  @Column('datetime')
  ends_utc: Date;
}
