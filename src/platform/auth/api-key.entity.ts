import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../http/context';

/** An API key with its role. The key itself is not stored, only its hash. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ length: 100 })
  name: string;

  @Column('varchar', { length: 20 })
  role: Role;

  /** The author id of the records written with the key. */
  @Column()
  author: number;

  /** SHA-256 of the key, in hex: the key is random, so a slow hash would add nothing. */
  @Column({ length: 64 })
  hash: string;

  @Column('datetime')
  created_utc: Date;

  /** The time at which the key expires; null: never. */
  @Column('datetime', { nullable: true })
  expires_utc: Date | null;

  /** The time of the last use, up to an hour too early; null: the key was never used. */
  @Column('datetime', { nullable: true })
  last_used_utc: Date | null;
}
