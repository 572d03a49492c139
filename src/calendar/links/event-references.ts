import { Injectable } from '@nestjs/common';
import { allValid } from '../../platform/foundation/errors';
import type { RequestContext } from '../../platform/http/request-context';
import type { Transaction } from '../../platform/storage/database';
import type { UpdateEventDto } from '../events/dto/update-event.dto';
import type { EventLinks } from './link-writer';
import { LinkedKinds } from './link-kinds';

/** The resolved references of a transaction, so that equal references are looked up once. */
export type ResolvedReferences = Map<string, readonly number[]>;

/** Finds or creates the records that an event is linked to when it is written. */
@Injectable()
export class EventReferences {
  constructor(private readonly kinds: LinkedKinds) {}

  /** Resolves the references of several new events together, for `resolve`. Faults are left to `resolve`. */
  async resolveAll(
    transaction: Transaction,
    dtos: readonly UpdateEventDto[],
    context: RequestContext,
  ): Promise<ResolvedReferences> {
    const resolved: ResolvedReferences = new Map();
    if (dtos.length === 1) return resolved;
    for (const kind of this.kinds.all) {
      if (!kind.resolveAll) continue;
      const lists = new Map<string, readonly number[]>();
      for (const dto of dtos) {
        const sent = sentBy(dto)[kind.key];
        if (sent && sent.length > 0) lists.set(keyOf(kind.key, sent, []), sent);
      }
      const found = await kind.resolveAll(transaction, [...lists.values()], context);
      for (const [place, key] of [...lists.keys()].entries()) {
        const ids = found[place];
        if (ids) resolved.set(key, ids);
      }
    }
    return resolved;
  }

  /**
   * Returns the links after a write: the sent ones, or else the stored ones. Creates new venues, organizers
   * and terms.
   *
   * @param resolved the result of `resolveAll` in the same transaction
   */
  async resolve(
    transaction: Transaction,
    dto: UpdateEventDto,
    stored: EventLinks,
    context: RequestContext,
    resolved: ResolvedReferences = new Map(),
  ): Promise<EventLinks> {
    const sent = sentBy(dto);
    const links = await allValid<(readonly [string, readonly number[]])[]>(
      ...this.kinds.all.map((kind) => async () => {
        const { key } = kind;
        const references = sent[key];
        const before = stored[key] ?? [];
        if (!references) return [key, before] as const;
        const same = keyOf(key, references, before);
        const ids =
          resolved.get(same) ?? (await kind.resolve(transaction, references, before, context));
        resolved.set(same, ids);
        return [key, ids] as const;
      }),
    );
    return Object.fromEntries(links);
  }
}

/** Returns a body as its fields by the keys of the kinds. */
const sentBy = (dto: UpdateEventDto): Readonly<Record<string, readonly number[] | undefined>> =>
  dto as Readonly<Record<string, readonly number[] | undefined>>;

const keyOf = (key: string, sent: readonly number[], stored: readonly number[]): string =>
  JSON.stringify([key, sent, stored]);
