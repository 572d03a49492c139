import { Column, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import { type ChangeScope, STORED_NUMBER } from '../../platform/storage/changes';

/** A target that the changes of the calendar are sent to. */
@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn()
  id: number;

  @VersionColumn()
  version: number;

  @Column({ length: 2000 })
  url: string;

  /** Comma-separated types of messages; `''` for all. */
  @Column({ length: 500 })
  types: string;

  @Column({ type: 'varchar', length: 10 })
  scope: ChangeScope;

  @Column({ length: 500 })
  description: string;

  @Column('boolean')
  enabled: boolean;

  /** `''` while enabled, or when an administrator disabled it. */
  @Column({ length: 500 })
  disabled_reason: string;

  /** The number of its current secret; see `WebhookSecrets`. */
  @Column()
  generation: number;

  /** When its secret was replaced; milliseconds since 1970, or 0. */
  @Column('bigint', { transformer: STORED_NUMBER })
  rotated_at: number;
}
