import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/request-context';
import type { Transaction } from '../../platform/storage/database';
import { LinkedToEvents, PresentedRows } from '../links';
import type { CreateOrganizerDto } from './dto/create-organizer.dto';
import { EventOrganizer } from './event-organizer.entity';
import { presentOrganizer, type OrganizerRecord, type OrganizerRow } from './organizer-record';
import { ORGANIZERS } from './organizer.entity';
import { OrganizersService } from './organizers.service';

/** Links organizers to events, and creates them with an event. */
@Injectable()
export class EventOrganizers extends LinkedToEvents<OrganizerRow> {
  readonly key = 'organizer';
  readonly parameter = 'organizer';
  readonly noun = 'organizer';
  readonly entity = ORGANIZERS.entity;
  readonly links = EventOrganizer;
  private readonly presented = new PresentedRows(presentOrganizer);

  constructor(private readonly organizers: OrganizersService) {
    super();
  }

  override resolve(
    transaction: Transaction,
    sent: readonly (number | CreateOrganizerDto)[],
    stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    return this.organizers.resolve(transaction, sent, stored, context);
  }

  override resolveAll(
    transaction: Transaction,
    lists: readonly (readonly (number | CreateOrganizerDto)[])[],
    context: RequestContext,
  ): Promise<(number[] | undefined)[]> {
    return this.organizers.resolveAll(transaction, lists, context);
  }

  present(row: OrganizerRow, context: RequestContext): OrganizerRecord {
    return this.presented.of(row, context);
  }
}
