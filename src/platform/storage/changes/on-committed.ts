import { OnEvent } from '@nestjs/event-emitter';
import type { Change } from './change.entity';

/** A change as listeners receive it. */
export type CommittedChange = Pick<
  Change,
  'kind' | 'record_id' | 'type' | 'version' | 'public_before' | 'public_after'
>;

export const committedEvent = (kind: string): string[] => ['committed', kind];

/**
 * Marks a method of a provider as a listener, called after each commit with the changes of one
 * transaction and one kind, as `CommittedChange[]`. It receives the commits of this process only,
 * not those of other instances or commands, and no rolled-back changes. Of two changes of one
 * record, the one with the higher version is the later one, in whichever order they arrive. An
 * error or rejection of the listener is logged and has no other effect.
 *
 * @param kind the resource, such as `events`; `*` for all
 */
export const OnCommitted = (kind: string): MethodDecorator => OnEvent(committedEvent(kind));
