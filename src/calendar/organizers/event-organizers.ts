import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/request-context';
import { type Draft, RecordsOfEvents } from '../linked-records';
import { presentedOnce } from '../links';
import type { CreateOrganizerDto } from './dto/create-organizer.dto';
import { presentOrganizer, type OrganizerRow } from './organizer-record';
import { EventOrganizer, type Organizer, ORGANIZERS } from './organizer.entity';
import { OrganizersService } from './organizers.service';

/** Links organizers to events, and creates them with an event. */
@Injectable()
export class EventOrganizers extends RecordsOfEvents<Organizer, CreateOrganizerDto, OrganizerRow> {
  readonly kind = ORGANIZERS;
  readonly links = EventOrganizer;
  readonly present = presentedOnce(presentOrganizer);

  constructor(private readonly organizers: OrganizersService) {
    super();
  }

  protected draft(dto: CreateOrganizerDto, context: RequestContext): Draft<Organizer> {
    return this.organizers.draft(dto, context);
  }
}
