import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { LinkedToEvents } from '../../event-links';
import type { EventRelations } from '../event-record';

/** The keys of what every calendar links to its events, in the order in which all of it is done. */
const OWN_KEYS: readonly string[] = [
  'venue',
  'organizer',
  'categories',
  'tags',
] satisfies (keyof EventRelations)[];

/** All kinds of records that can be linked to events in this application. */
@Injectable()
export class LinkedKinds implements OnModuleInit {
  private found: readonly LinkedToEvents[] = [];
  private termsFirst: readonly LinkedToEvents[] = [];
  private versionsOfAll?: string;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Finds the providers that extend `LinkedToEvents`, in all modules. */
  onModuleInit(): void {
    const providers = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const kinds = providers.filter((provider) => provider instanceof LinkedToEvents);
    this.found = [...new Set(kinds)].sort(inOrder);
    const isCounted = ({ counts }: LinkedToEvents): boolean => counts !== undefined;
    this.termsFirst = [
      ...this.found.filter(isCounted),
      ...this.found.filter((kind) => !isCounted(kind)),
    ];
  }

  /** Those of the calendar first, then those of other modules by their keys. */
  get all(): readonly LinkedToEvents[] {
    return this.found;
  }

  /** Terms before other records: what a filter means is looked up in this order. */
  get narrowestFirst(): readonly LinkedToEvents[] {
    return this.termsFirst;
  }

  /** A union of the statements of all kinds; see `LinkedToEvents.versions`. */
  get versions(): string {
    return (this.versionsOfAll ??= this.found.map((kind) => kind.versions()).join(' UNION ALL '));
  }
}

function inOrder({ key: one }: LinkedToEvents, { key: other }: LinkedToEvents): number {
  const [place, otherPlace] = [one, other].map((key) => OWN_KEYS.indexOf(key));
  if (place >= 0 && otherPlace >= 0) return place - otherPlace;
  if (place >= 0 || otherPlace >= 0) return place >= 0 ? -1 : 1;
  return one < other ? -1 : 1;
}
