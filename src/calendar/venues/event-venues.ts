import { Injectable } from '@nestjs/common';
import { RecordsOfEvents } from '../linked-records';
import type { CreateVenueDto } from './dto/create-venue.dto';
import { presentVenue, type VenueRow } from './venue-record';
import { EventVenue, Venue, VENUES } from './venue.entity';
import { VenuesService } from './venues.service';

@Injectable()
export class EventVenues extends RecordsOfEvents<Venue, CreateVenueDto, VenueRow> {
  readonly kind = VENUES;
  readonly key = VENUES.kind;
  readonly parameter = VENUES.kind;
  readonly noun = VENUES.kind;
  readonly entity = Venue;
  readonly links = EventVenue;
  readonly present = presentVenue;

  constructor(protected readonly service: VenuesService) {
    super();
  }
}
