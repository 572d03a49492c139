import { Injectable } from '@nestjs/common';
import { RecordsOfEvents } from '../linked-records';
import type { CreateOrganizerDto } from './dto/create-organizer.dto';
import { presentOrganizer, type OrganizerRow } from './organizer-record';
import { EventOrganizer, Organizer, ORGANIZERS } from './organizer.entity';
import { OrganizersService } from './organizers.service';

@Injectable()
export class EventOrganizers extends RecordsOfEvents<Organizer, CreateOrganizerDto, OrganizerRow> {
  readonly kind = ORGANIZERS;
  readonly key = ORGANIZERS.kind;
  readonly parameter = ORGANIZERS.kind;
  readonly noun = ORGANIZERS.kind;
  readonly entity = Organizer;
  readonly links = EventOrganizer;
  readonly present = presentOrganizer;

  constructor(protected readonly service: OrganizersService) {
    super();
  }
}
