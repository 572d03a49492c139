import { Column, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { ChangeScope } from '../../platform/changes';

/** Milliseconds since 1970, with commas. */
const TIMES = {
  from: (stored: string): number[] => stored.split(',').filter(Boolean).map(Number),
  to: (times: readonly number[]): string => times.join(','),
};

@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn()
  id: number;

  @VersionColumn()
  version: number;

  @Column({ length: 2000 })
  url: string;

  /** Comma-separated; `''` for all. */
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

  @Column()
  generation: number;

  /** When secrets were replaced that still sign messages, the oldest first. */
  @Column('varchar', { length: 200, transformer: TIMES })
  rotations: number[];

  /** Name → encrypted value; null without any. */
  @Column('simple-json', { nullable: true })
  headers: Record<string, string> | null;
}
