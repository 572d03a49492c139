import { Column, Entity, PrimaryColumn } from 'typeorm';
import { STORED_NUMBER } from '../../../platform/changes';
import type { Failing } from './retry-schedule';

/** Only the dispatcher writes it. */
@Entity('webhook_queues')
export class WebhookQueue implements Failing {
  @PrimaryColumn()
  webhook_id: number;

  /** The last change whose messages were added; see `LogPosition`. */
  @Column('bigint', { transformer: STORED_NUMBER })
  place_number: number;

  @Column('bigint', { transformer: STORED_NUMBER })
  place_identity: number;

  @Column('bigint', { transformer: STORED_NUMBER })
  failing_since: number;

  @Column()
  failing_days: number;

  @Column('bigint', { transformer: STORED_NUMBER })
  failing_counted: number;

  /** The instance that sends its messages, until `owned_until`. */
  @Column({ length: 36 })
  owner: string;

  /** The end of the lease; milliseconds since 1970. */
  @Column('bigint', { transformer: STORED_NUMBER })
  owned_until: number;
}
