import { Injectable } from '@nestjs/common';
import { LinkedResourceOfEvents } from '../links';
import type { CreateVenueDto } from './dto/create-venue.dto';
import { EventVenue } from './event-venue.entity';
import { type Venue, VENUES } from './venue.entity';
import { VenuesService } from './venues.service';

/** Links venues to events, and creates them with an event. */
@Injectable()
export class EventVenues extends LinkedResourceOfEvents<Venue, CreateVenueDto> {
  protected readonly kind = VENUES;
  readonly links = EventVenue;

  constructor(protected readonly service: VenuesService) {
    super();
  }
}
