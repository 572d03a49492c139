import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import type { Caller, Owned } from '../../../platform/access';
import { Database } from '../../../platform/database';
import { invalidParams, type InvalidParams } from '../../../platform/errors';
import { CATEGORIES } from '../../categories/category.entity';
import { ORGANIZERS } from '../../organizers/organizer.entity';
import { canRead, type LinkedKind } from '../../records';
import { TAGS } from '../../tags/tag.entity';
import { type Taxonomy, TermReferences } from '../../terms';
import { VENUES } from '../../venues/venue.entity';
import type { EventListQuery } from '../dto/event-list-query';
import type { EventLinks } from '../links/event-links';
import { Event } from '../event.entity';

/** Keeps the events with a link to one of these ids. */
export interface LinkFilter {
  parameter: 'venue' | 'organizer' | 'categories' | 'tags';
  kind: keyof EventLinks;
  ids: number[];
}

/** Finds the terms, venues, organizers and events in the parameters of a list. */
@Injectable()
export class EventFilters {
  constructor(
    private readonly database: Database,
    private readonly terms: TermReferences,
  ) {}

  /** @throws Problem 400 naming every unknown term, venue, organizer or parent event */
  async resolve(query: EventListQuery, caller: Caller): Promise<LinkFilter[]> {
    const wrong: InvalidParams = {};
    const filters: LinkFilter[] = [];
    for (const [name, taxonomy] of [
      ['categories', CATEGORIES],
      ['tags', TAGS],
    ] as const) {
      const sent = query[name];
      if (!sent) continue;
      const { ids, unknown } = await this.terms.find(taxonomy, sent);
      if (unknown.length > 0) wrong[name] = `no such term: ${unknown.join(', ')}`;
      filters.push({ parameter: name, kind: name, ids: await this.withDescendants(taxonomy, ids) });
    }
    for (const [name, kind] of [
      ['venue', VENUES],
      ['organizer', ORGANIZERS],
    ] as const) {
      const ids = query[name];
      if (!ids) continue;
      const unknown = await this.unknownIds(kind, ids, caller);
      if (unknown.length > 0) wrong[name] = `no such ${name}: ${unknown.join(', ')}`;
      filters.push({ parameter: name, kind: kind.resource, ids });
    }
    const { post_parent: parent, geoloc_lat: lat, geoloc_lng: lng } = query;
    if (
      parent !== undefined &&
      (await this.unknownIds({ entity: Event }, [parent], caller)).length > 0
    )
      wrong.post_parent = `no such event: ${parent}`;
    if (lat === undefined && lng !== undefined) wrong.geoloc_lat = 'is needed with geoloc_lng';
    if (lng === undefined && lat !== undefined) wrong.geoloc_lng = 'is needed with geoloc_lat';
    if (Object.keys(wrong).length > 0) throw invalidParams(wrong);
    return filters;
  }

  /** A category includes its descendants (docs/interface.md#event-list). */
  private async withDescendants({ resource }: Taxonomy, ids: number[]): Promise<number[]> {
    if (resource !== 'categories') return ids;
    const all = new Set(ids);
    for (let parents = ids; parents.length > 0;) {
      const children = await this.database
        .select(CATEGORIES.entity, 'term')
        .select('term.id', 'id')
        .where('term.parent IN (:...parents)', { parents })
        .getRawMany<{ id: number }>();
      parents = children.map(({ id }) => id).filter((id) => !all.has(id));
      for (const id of parents) all.add(id);
    }
    return [...all];
  }

  private async unknownIds(
    { entity }: Pick<LinkedKind, 'entity'> | { entity: typeof Event },
    ids: readonly number[],
    caller: Caller,
  ): Promise<number[]> {
    const rows = await this.database
      .select<ObjectLiteral>(entity, 'record')
      .select('record.id', 'id')
      .addSelect('record.author', 'author')
      .addSelect('record.status', 'status')
      .where('record.id IN (:...ids)', { ids })
      .andWhere("record.status <> 'trash'")
      .getRawMany<Owned & { id: number }>();
    const known = new Set(rows.filter((row) => canRead(row, caller)).map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }
}
