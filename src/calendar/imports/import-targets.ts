import { Injectable, type Type } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/context';
import type { VersionedRow } from '../../platform/changes';
import type { Transaction } from '../../platform/database';
import { CategoriesService } from '../categories/categories.service';
import { ENTITIES } from '../changes';
import { CreateCategoryDto } from '../categories/dto/create-category.dto';
import { EventWriter } from '../events';
import { CreateEventDto } from '../events/dto/create-event.dto';
import { CreateOrganizerDto } from '../organizers/dto/create-organizer.dto';
import { OrganizersService } from '../organizers/organizers.service';
import { CreateTagDto } from '../tags/dto/create-tag.dto';
import type { SourceIds } from '../posts';
import { TagsService } from '../tags/tags.service';
import { CreateVenueDto } from '../venues/dto/create-venue.dto';
import { VenuesService } from '../venues/venues.service';
import type { ImportedKind } from './import-source';

/** Each write is part of the transaction of its caller. */
interface RecordWrites {
  /**
   * @param sourceIds ids that the records keep, in the same order
   * @returns the ids, in the same order
   */
  insertAll(
    transaction: Transaction,
    dtos: readonly object[],
    context: RequestContext,
    sourceIds: readonly SourceIds[],
  ): Promise<number[]>;
  updateWithin(
    transaction: Transaction,
    id: number,
    dto: object,
    context: RequestContext,
  ): Promise<void>;
  /** Undefined for terms, which have no trash. */
  trashWithin?(transaction: Transaction, id: number, context: RequestContext): Promise<void>;
}

export interface ImportTarget {
  dto: Type<object>;
  entity: Type<VersionedRow>;
  writes: RecordWrites;
}

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
      categories: { dto: CreateCategoryDto, entity: ENTITIES.categories, writes: categories },
      tags: { dto: CreateTagDto, entity: ENTITIES.tags, writes: tags },
      venues: { dto: CreateVenueDto, entity: ENTITIES.venues, writes: venues },
      organizers: { dto: CreateOrganizerDto, entity: ENTITIES.organizers, writes: organizers },
      events: { dto: CreateEventDto, entity: ENTITIES.events, writes: events },
    };
  }

  of(kind: ImportedKind): ImportTarget {
    return this.targets[kind];
  }
}
