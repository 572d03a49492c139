import { Injectable, type Type } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/request-context';
import type { VersionedRow } from '../../platform/storage/changes';
import type { Transaction } from '../../platform/storage/database';
import { CategoriesService } from '../categories/categories.service';
import { Category } from '../categories/category.entity';
import { CreateCategoryDto } from '../categories/dto/create-category.dto';
import { EventWriter } from '../events';
import { CreateEventDto } from '../events/dto/create-event.dto';
import { Event } from '../events/event.entity';
import { CreateOrganizerDto } from '../organizers/dto/create-organizer.dto';
import { Organizer } from '../organizers/organizer.entity';
import { OrganizersService } from '../organizers/organizers.service';
import { CreateTagDto } from '../tags/dto/create-tag.dto';
import { Tag } from '../tags/tag.entity';
import type { Kept } from '../posts';
import { TagsService } from '../tags/tags.service';
import { CreateVenueDto } from '../venues/dto/create-venue.dto';
import { Venue } from '../venues/venue.entity';
import { VenuesService } from '../venues/venues.service';
import type { ImportedKind } from './import-source';

/** How imported records of a kind are written: by the services of the API. */
export interface ImportTarget<Dto extends object = object> {
  dto: Type<Dto>;
  entity: Type<VersionedRow>;
  /**
   * @param kept what the records keep of their site, in the same order
   * @returns the ids, in the same order
   */
  insert: (
    transaction: Transaction,
    dtos: readonly Dto[],
    context: RequestContext,
    kept?: readonly Kept[],
  ) => Promise<number[]>;
  update: (
    transaction: Transaction,
    id: number,
    dto: Dto,
    context: RequestContext,
  ) => Promise<unknown>;
  /** Moves a record to the trash; undefined for terms, which have none. */
  trash?: (transaction: Transaction, id: number, context: RequestContext) => Promise<unknown>;
}

/** The services of the imported kinds. */
@Injectable()
export class ImportTargets {
  private readonly targets: Record<ImportedKind, ImportTarget>;

  constructor(
    events: EventWriter,
    venues: VenuesService,
    organizers: OrganizersService,
    categories: CategoriesService,
    tags: TagsService,
  ) {
    this.targets = {
      categories: termTarget(CreateCategoryDto, Category, categories),
      tags: termTarget(CreateTagDto, Tag, tags),
      venues: linkedTarget(CreateVenueDto, Venue, venues),
      organizers: linkedTarget(CreateOrganizerDto, Organizer, organizers),
      events: {
        dto: CreateEventDto,
        entity: Event,
        insert: (transaction, dtos, context, kept = []) =>
          events.insert(
            transaction,
            (dtos as readonly CreateEventDto[]).map((dto, place) => ({
              dto,
              password_hash: null,
              ...kept.at(place),
            })),
            context,
          ),
        update: (transaction, id, dto, context) =>
          events.updateWithin(transaction, id, dto, context),
        trash: (transaction, id, context) => events.trashWithin(transaction, id, context),
      },
    };
  }

  of(kind: ImportedKind): ImportTarget {
    return this.targets[kind];
  }
}

interface TermWrites<Dto> {
  insert(transaction: Transaction, dto: Dto, context: RequestContext, id?: number): Promise<number>;
  updateWithin(
    transaction: Transaction,
    id: number,
    dto: Dto,
    context: RequestContext,
  ): Promise<unknown>;
}

function termTarget<Dto extends object>(
  dto: Type<Dto>,
  entity: Type<VersionedRow>,
  terms: TermWrites<Dto>,
): ImportTarget {
  return {
    dto,
    entity,
    insert: async (transaction, dtos, context, kept = []) => {
      const ids: number[] = [];
      for (const [place, one] of dtos.entries())
        ids.push(await terms.insert(transaction, one as Dto, context, kept.at(place)?.id));
      return ids;
    },
    update: (transaction, id, one, context) =>
      terms.updateWithin(transaction, id, one as Dto, context),
  };
}

interface LinkedWrites<Dto> {
  insertAll(
    transaction: Transaction,
    dtos: readonly Dto[],
    context: RequestContext,
    kept?: readonly Kept[],
  ): Promise<number[]>;
  updateWithin(
    transaction: Transaction,
    id: number,
    dto: Dto,
    context: RequestContext,
  ): Promise<unknown>;
  trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<unknown>;
}

function linkedTarget<Dto extends object>(
  dto: Type<Dto>,
  entity: Type<VersionedRow>,
  records: LinkedWrites<Dto>,
): ImportTarget {
  return {
    dto,
    entity,
    insert: (transaction, dtos, context, kept) =>
      records.insertAll(transaction, dtos as readonly Dto[], context, kept),
    update: (transaction, id, one, context) =>
      records.updateWithin(transaction, id, one as Dto, context),
    trash: (transaction, id, context) => records.trashWithin(transaction, id, context),
  };
}
