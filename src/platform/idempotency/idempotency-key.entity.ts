import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that a creation was sent with, and what became of it; the key itself is not stored. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  /** SHA-256 of the caller, the route and the key, in hex. */
  @PrimaryColumn({ length: 64 })
  hash: string;

  /** What the request asked for, as `fingerprintOf` tells it from others. */
  @Column({ length: 64 })
  fingerprint: string;

  /** The attempt that may create the record. */
  @Column({ length: 36 })
  owner: string;

  /** Until when the owner is taken to be alive, as long as there is no record. */
  @Column('datetime')
  lease_end_utc: Date;

  /** The record, written in the transaction that creates it; null until then. */
  @Column('int', { nullable: true })
  record_id: number | null;

  @Column('datetime')
  created_utc: Date;
}
