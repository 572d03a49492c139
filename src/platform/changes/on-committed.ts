import { OnEvent } from '@nestjs/event-emitter';
import type { Change } from './change.entity';

/** A change as listeners hear of it. */
export type CommittedChange = Pick<
  Change,
  'kind' | 'record_id' | 'type' | 'version' | 'public_before' | 'public_after'
>;

export const committedEvent = (kind: string): string[] => ['committed', kind];

/**
 * A method of a provider that hears of every write of records after its commit, with the changes of
 * one transaction and one kind, as `CommittedChange[]`. It hears of what this process has written, not
 * of what was undone, and not of what other instances or commands have written. Of two changes of one
 * record, the one with the higher version is the later one, whichever is heard first. What it throws,
 * or rejects with, goes to the log and harms nobody.
 *
 * @param kind the resource, such as `events`; `*` for all
 */
export const OnCommitted = (kind: string): MethodDecorator => OnEvent(committedEvent(kind));
