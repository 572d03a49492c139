import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { IntersectionType } from '@nestjs/swagger';
import type { ExtendedType } from '../../platform/validation';
import { RecordWriter } from '../../platform/changes';
import { EventCounts } from '../event-counts';
import { LinkKind } from './link-kind';
import { unlinkMost } from './linked-events';
import { unlinkSeries } from './linked-series';

/** Kinds of other modules come after them. */
const BUILT_IN = ['venue', 'organizer', 'categories', 'tags'];

@Injectable()
export class LinkKinds implements OnModuleInit {
  private found?: readonly LinkKind[];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly writer: RecordWriter,
    private readonly counts: EventCounts,
  ) {}

  onModuleInit(): void {
    for (const { entity, tables, isShownOfProtected } of this.others)
      this.writer.beforeDeletion(entity, (transaction, id, isHidden) =>
        unlinkMost(transaction, tables, id, (events, areListed) => {
          const isShown = !isHidden && (areListed || isShownOfProtected);
          return this.writer.touch(transaction, 'events', events, !isShown);
        }),
      );
    for (const { key: kind, entity, isShownOfProtected } of this.all)
      this.writer.beforeDeletion(entity, (transaction, id, isHidden) => {
        this.counts.forget(transaction, kind, id);
        return unlinkSeries(transaction, this.writer, { kind, id, isShownOfProtected }, isHidden);
      });
  }

  /** The built-in kinds first, then the others by key. */
  get all(): readonly LinkKind[] {
    return (this.found ??= this.find());
  }

  get others(): readonly LinkKind[] {
    return this.all.filter(({ fields }) => fields !== undefined);
  }

  /** @throws Error if there is none */
  of(key: string): LinkKind {
    const kind = this.all.find((one) => one.key === key);
    if (!kind) throw new Error(`No records are linked to events as "${key}".`);
    return kind;
  }

  /** Adds the parameters of other modules to queries of event lists. */
  extendedQueries(queries: readonly Type[]): ExtendedType[] {
    const added = this.others.flatMap(({ fields }) => fields?.query ?? []);
    if (added.length === 0) return [];
    return queries.map((query) => [query, IntersectionType(query, ...added)]);
  }

  private find(): LinkKind[] {
    const providers = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const kinds = providers.filter(
      (provider): provider is LinkKind => provider instanceof LinkKind,
    );
    return [...new Set(kinds)].sort(inOrder);
  }
}

function inOrder({ key: one }: LinkKind, { key: other }: LinkKind): number {
  const [index, otherIndex] = [one, other].map((key) =>
    BUILT_IN.includes(key) ? BUILT_IN.indexOf(key) : BUILT_IN.length,
  );
  return index - otherIndex || (one < other ? -1 : 1);
}
