import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access';
import { Database } from '../../../platform/database';
import { invalidParams, type InvalidParams } from '../../../platform/errors';
import type { LinkedToEvents } from '../../event-links';
import { unknownIds } from '../../records';
import type { EventListQuery } from '../dto/event-list-query';
import { Event } from '../event.entity';
import { LinkedKinds } from '../links/linked-kinds';

/** Keeps the events with a link to one of these ids. */
export interface LinkFilter {
  kind: LinkedToEvents;
  ids: readonly number[];
}

/** Finds the linked records and the events in the parameters of a list. */
@Injectable()
export class EventFilters {
  constructor(
    private readonly database: Database,
    private readonly kinds: LinkedKinds,
  ) {}

  /** @throws Problem 400 naming every unknown term, venue, organizer or parent event */
  async resolve(query: EventListQuery, caller: Caller): Promise<LinkFilter[]> {
    const wrong: InvalidParams = {};
    const filters: LinkFilter[] = [];
    const sent = query as Readonly<Record<string, readonly number[] | undefined>>;
    for (const kind of this.kinds.narrowestFirst) {
      const { parameter, noun } = kind;
      const references = sent[parameter];
      if (!references) continue;
      const { ids, unknown } = await kind.find(references, caller);
      if (unknown.length > 0) wrong[parameter] = `no such ${noun}: ${unknown.join(', ')}`;
      filters.push({ kind, ids });
    }
    const { post_parent: parent, geoloc_lat: lat, geoloc_lng: lng } = query;
    if (
      parent !== undefined &&
      (await unknownIds(this.database, EVENTS, [parent], caller)).length > 0
    )
      wrong.post_parent = `no such event: ${parent}`;
    if (lat === undefined && lng !== undefined) wrong.geoloc_lat = 'is needed with geoloc_lng';
    if (lng === undefined && lat !== undefined) wrong.geoloc_lng = 'is needed with geoloc_lat';
    if (Object.keys(wrong).length > 0) throw invalidParams(wrong);
    return filters;
  }
}

const EVENTS = { entity: Event, hasStatus: true };
