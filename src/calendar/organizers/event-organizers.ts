import { Injectable } from '@nestjs/common';
import { LinkedResourceOfEvents } from '../links';
import type { CreateOrganizerDto } from './dto/create-organizer.dto';
import { EventOrganizer } from './event-organizer.entity';
import { type Organizer, ORGANIZERS } from './organizer.entity';
import { OrganizersService } from './organizers.service';

/** Links organizers to events, and creates them with an event. */
@Injectable()
export class EventOrganizers extends LinkedResourceOfEvents<Organizer, CreateOrganizerDto> {
  protected readonly kind = ORGANIZERS;
  readonly links = EventOrganizer;

  constructor(protected readonly service: OrganizersService) {
    super();
  }
}
