import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/request-context';
import type { Transaction } from '../../platform/storage/database';
import { LinkedToEvents, PresentedRows } from '../links';
import type { CreateVenueDto } from './dto/create-venue.dto';
import { EventVenue } from './event-venue.entity';
import { presentVenue, type VenueRecord, type VenueRow } from './venue-record';
import { VENUES } from './venue.entity';
import { VenuesService } from './venues.service';

/** Links venues to events, and creates them with an event. */
@Injectable()
export class EventVenues extends LinkedToEvents<VenueRow> {
  readonly key = 'venue';
  readonly parameter = 'venue';
  readonly noun = 'venue';
  readonly entity = VENUES.entity;
  readonly links = EventVenue;
  private readonly presented = new PresentedRows(presentVenue);

  constructor(private readonly venues: VenuesService) {
    super();
  }

  override resolve(
    transaction: Transaction,
    sent: readonly (number | CreateVenueDto)[],
    stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    return this.venues.resolve(transaction, sent, stored, context);
  }

  override resolveAll(
    transaction: Transaction,
    lists: readonly (readonly (number | CreateVenueDto)[])[],
    context: RequestContext,
  ): Promise<(number[] | undefined)[]> {
    return this.venues.resolveAll(transaction, lists, context);
  }

  present(row: VenueRow, context: RequestContext): VenueRecord {
    return this.presented.of(row, context);
  }
}
