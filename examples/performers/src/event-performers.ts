import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { LinkedField, LinkKind } from 'event-calendar-service/calendar';
import {
  IdsParameter,
  fault,
  invalidParams,
  type RequestContext,
  type Row,
  type Transaction,
} from 'event-calendar-service/platform';
import { PerformerRecord, presentPerformer } from './performer-record';
import { PerformerSettings } from './performer-settings';
import { EventPerformer, Performer } from './performer.entity';

class PerformersInBody {
  @LinkedField('performers.of_event.sent', { addition: true })
  performers?: number[];
}

class PerformersInQuery {
  @IdsParameter('performers.of_event.filter', { addition: true })
  performer?: number[];
}

class PerformersInRecord {
  @ApiProperty({ type: [PerformerRecord], description: 'performers.of_event.answered' })
  performers: PerformerRecord[];
}

/** Links performers to events: `performers` in an event, `performer` in the list of events. */
@Injectable()
export class EventPerformers extends LinkKind<Row<Performer>> {
  readonly key = 'performers';
  readonly parameter = 'performer';
  readonly noun = 'performer';
  readonly entity = Performer;
  readonly links = EventPerformer;
  override readonly fields = {
    body: PerformersInBody,
    query: PerformersInQuery,
    record: PerformersInRecord,
  };

  constructor(private readonly settings: PerformerSettings) {
    super();
  }

  /** @throws Problem 400 for unknown performers, and for more than allowed */
  override async resolve(
    transaction: Transaction,
    sent: readonly number[],
    stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    const max = this.settings.PERFORMERS_MAX;
    const ids = await super.resolve(transaction, sent, stored, context);
    if (ids.length > max)
      throw invalidParams(fault('performers', 'count', `must be ${max} at most`));
    return ids;
  }

  present(row: Row<Performer>, context: RequestContext): PerformerRecord {
    return presentPerformer(row, context);
  }
}
