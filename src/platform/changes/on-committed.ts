import { OnEvent } from '@nestjs/event-emitter';
import type { Change } from './change.entity';

/** A change as listeners hear of it. */
export type CommittedChange = Omit<Change, 'id' | 'changed_utc'>;

export const committedEvent = (kind: string): string[] => ['committed', kind];

/**
 * A method of a provider that hears of every write of records after its commit, with the changes of
 * one transaction and one kind, as `CommittedChange[]`. It hears of nothing that was undone, of what
 * this instance wrote, and of nothing that others wrote. What it throws, or rejects with, goes to the
 * log and harms nobody.
 *
 * @param kind the resource, such as `events`; `*` for all
 */
export const OnCommitted = (kind: string): MethodDecorator => OnEvent(committedEvent(kind));
