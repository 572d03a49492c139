import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The `Idempotency-Key` of a creation, with its result; the key itself is not stored. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  /** SHA-256 of the caller, the route and the key, in hex. */
  @PrimaryColumn({ length: 64 })
  hash: string;

  /** The fingerprint of the request, see `fingerprintOf`. */
  @Column({ length: 64 })
  fingerprint: string;

  /** The id of the record; null only within the transaction that creates it. */
  @Column('int', { nullable: true })
  record_id: number | null;

  @Column('datetime')
  created_utc: Date;
}
