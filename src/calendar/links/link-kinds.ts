import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ExtendedTypes } from '../../platform/input';
import { RecordWriter } from '../../platform/storage/changes';
import { EventCounts } from '../event-counts';
import { LinkedToEvents } from '.';
import type { EventRelations } from '../events/event-record';
import { assertDistinctKinds } from '../events/distinct-kinds';
import { extendedEventTypes } from '../events/linked-fields';

/** The keys of the built-in kinds, in the order in which all kinds are processed. */
const OWN_KEYS: readonly string[] = [
  'venue',
  'organizer',
  'categories',
  'tags',
] satisfies (keyof EventRelations)[];

/** The kinds in the orders in which they are needed. */
interface Kinds {
  all: readonly LinkedToEvents[];
  others: readonly LinkedToEvents[];
  narrowestFirst: readonly LinkedToEvents[];
}

/** Provides all kinds of records that can be linked to events in this application. */
@Injectable()
export class LinkedKinds implements OnModuleInit {
  private found?: Kinds;

  constructor(
    private readonly discovery: DiscoveryService,
    types: ExtendedTypes,
    private readonly writer: RecordWriter,
    private readonly counts: EventCounts,
  ) {
    types.add(() => extendedEventTypes(this.others.flatMap(({ fields }) => fields ?? [])));
  }

  /** @throws Error when two kinds have the same key or parameter, or events have it already */
  onModuleInit(): void {
    assertDistinctKinds(this.all, this.others);
    for (const kind of this.others) kind.noteDeletions();
    for (const { entity, tables } of this.all)
      this.writer.beforeDeletion(entity, (transaction, id) => {
        this.counts.forget(transaction, tables.links, id);
        return Promise.resolve();
      });
  }

  /** The built-in kinds first, then the kinds of other modules by key. */
  get all(): readonly LinkedToEvents[] {
    return this.kinds.all;
  }

  /** The kind of the venues, for filters by place. */
  get venues(): LinkedToEvents {
    return this.all[OWN_KEYS.indexOf('venue')];
  }

  /** The kinds of other modules. */
  get others(): readonly LinkedToEvents[] {
    return this.kinds.others;
  }

  /** All kinds, terms before other records: the order in which filters are resolved. */
  get narrowestFirst(): readonly LinkedToEvents[] {
    return this.kinds.narrowestFirst;
  }

  private get kinds(): Kinds {
    return (this.found ??= this.find());
  }

  /** Finds the providers that extend `LinkedToEvents`, in all modules. */
  private find(): Kinds {
    const providers = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const kinds = providers.filter(
      (provider): provider is LinkedToEvents => provider instanceof LinkedToEvents,
    );
    const all = [...new Set(kinds)].sort(inOrder);
    const isCounted = ({ counts }: LinkedToEvents): boolean => counts !== undefined;
    return {
      all,
      others: all.filter(({ key }) => !OWN_KEYS.includes(key)),
      narrowestFirst: [...all.filter(isCounted), ...all.filter((kind) => !isCounted(kind))],
    };
  }
}

function inOrder({ key: one }: LinkedToEvents, { key: other }: LinkedToEvents): number {
  const [place, otherPlace] = [one, other].map((key) => OWN_KEYS.indexOf(key));
  if (place >= 0 && otherPlace >= 0) return place - otherPlace;
  if (place >= 0 || otherPlace >= 0) return place >= 0 ? -1 : 1;
  return one < other ? -1 : 1;
}
