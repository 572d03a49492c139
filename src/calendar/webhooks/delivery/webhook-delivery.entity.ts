import { Column, Entity, PrimaryColumn } from 'typeorm';
import { STORED_NUMBER } from '../../../platform/changes';

/** `outdated`: no longer true when it was due again. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'outdated'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Attempt {
  /** Milliseconds since 1970. */
  at: number;
  /** Null without a response. */
  status: number | null;
  /** Null with a response. */
  error: string | null;
}

@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('bigint', { generated: 'increment', transformer: STORED_NUMBER })
  id: number;

  @Column()
  webhook_id: number;

  /** The `webhook-id`, the same in every attempt. */
  @Column({ length: 40 })
  message: string;

  @Column({ length: 30 })
  type: string;

  @Column('text')
  payload: string;

  @Column({ type: 'varchar', length: 10 })
  status: DeliveryStatus;

  /** Milliseconds since 1970. */
  @Column('bigint', { transformer: STORED_NUMBER })
  created_at: number;

  /** The next attempt, in milliseconds since 1970; null without one. */
  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  due_at: number | null;

  /** Attempts in the current run of the retry schedule. */
  @Column()
  tries: number;

  /** Only the latest ones. */
  @Column('simple-json')
  attempts: Attempt[];

  @Column('datetime')
  expires_utc: Date;
}
