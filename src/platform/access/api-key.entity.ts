import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from './caller';

/** A key that programs prove their role with; the key itself is not stored. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ length: 100 })
  name: string;

  @Column('varchar', { length: 20 })
  role: Role;

  /** The author of what is written with the key. */
  @Column()
  author: number;

  /** SHA-256 of the key, in hex: the key is random, so a slow hash would add nothing. */
  @Column({ length: 64 })
  hash: string;

  @Column('datetime')
  created_utc: Date;

  /** From when on it is not taken any more; null: never. */
  @Column('datetime', { nullable: true })
  expires_utc: Date | null;

  /** Up to an hour before its last use; null: it was never used. */
  @Column('datetime', { nullable: true })
  last_used_utc: Date | null;
}
