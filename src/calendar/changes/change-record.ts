import type { Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiSchema,
  getSchemaPath,
  OmitType,
} from '@nestjs/swagger';
import { named } from '../../platform/validation';
import { EventRecord } from '../events/event-record';
import { SeriesRecord } from '../events/series/series-record';
import { OrganizerRecord } from '../organizers/organizer-record';
import { TermRecord } from '../terms';
import { VenueRecord } from '../venues/venue-record';
import type { Kind } from './kinds';

export class SyncedTerm extends OmitType(TermRecord, ['count', 'parent']) {
  @ApiPropertyOptional({ type: 'integer', description: 'terms.record.parent', example: 0 })
  parent?: number;
}

export class SyncedEvent extends OmitType(EventRecord, ['categories', 'tags', 'json_ld']) {
  @ApiProperty({ type: [SyncedTerm], description: 'events.record.categories' })
  categories: SyncedTerm[];

  @ApiProperty({ type: [SyncedTerm], description: 'events.record.tags' })
  tags: SyncedTerm[];
}

/** Without the keys that change without a write of the series. */
export class SyncedSeries extends OmitType(SeriesRecord, [
  'categories',
  'tags',
  'occurrences_until',
  'next_event',
  'next_start_date',
  'json_ld',
]) {
  @ApiProperty({ type: [SyncedTerm], description: 'events.record.categories' })
  categories: SyncedTerm[];

  @ApiProperty({ type: [SyncedTerm], description: 'events.record.tags' })
  tags: SyncedTerm[];
}

export type SyncedRecord = SyncedEvent | VenueRecord | OrganizerRecord | SyncedTerm | SyncedSeries;

/** The change of a record (docs/reference/synchronising.md#changes). */
export interface ChangeRecord {
  kind: Kind;
  id: number;
  uid?: string;
  change: 'updated' | 'deleted';
  version?: number;
  record?: SyncedRecord;
}

const KindOf = (kind: Kind): PropertyDecorator =>
  ApiProperty({ enum: [kind], description: 'changes.record.kind', example: kind });

const RecordOf = (type: Type<SyncedRecord>): PropertyDecorator =>
  ApiProperty({ type, required: false, description: 'changes.record.record' });

/** Each kind has a type of its own in the OpenAPI documents. */
class Change {
  @ApiProperty({ type: 'integer', description: 'records.record.id', example: 7 })
  id: number;

  @ApiProperty({
    enum: ['updated', 'deleted'],
    description: 'changes.record.change',
    example: 'updated',
  })
  change: 'updated' | 'deleted';

  @ApiPropertyOptional({ type: 'integer', description: 'changes.record.version', example: 2 })
  version?: number;
}

class EventChange extends Change {
  @KindOf('events')
  kind: 'events';

  @ApiPropertyOptional({
    description: 'changes.record.uid',
    example: '7-5701bf5f-ea07-4026-812e-a754c3cc9cb1',
  })
  uid?: string;

  @RecordOf(SyncedEvent)
  record?: SyncedEvent;
}

function changeOf(kind: Kind, name: string, recordType: Type<SyncedRecord>): Type {
  @ApiSchema({ name })
  class KindChange extends Change {
    @KindOf(kind)
    kind: Kind;

    @RecordOf(recordType)
    record?: SyncedRecord;
  }
  return KindChange;
}

const CHANGES: Record<Kind, Type> = {
  events: EventChange,
  venues: changeOf('venues', 'VenueChange', VenueRecord),
  organizers: changeOf('organizers', 'OrganizerChange', OrganizerRecord),
  categories: changeOf('categories', 'CategoryChange', SyncedTerm),
  tags: changeOf('tags', 'TagChange', SyncedTerm),
  series: changeOf('series', 'SeriesChange', SyncedSeries),
};

const CHANGE_RECORD = named('ChangeRecord', {
  oneOf: Object.values(CHANGES).map((type) => ({ $ref: getSchemaPath(type) })),
  discriminator: {
    propertyName: 'kind',
    mapping: Object.fromEntries(
      Object.entries(CHANGES).map(([kind, type]) => [kind, getSchemaPath(type)]),
    ),
  },
});

@ApiExtraModels(...Object.values(CHANGES))
export class ChangesPage {
  @ApiProperty({ type: 'array', items: CHANGE_RECORD, description: 'changes.record.changes' })
  changes: ChangeRecord[];

  @ApiProperty({ description: 'changes.record.sync_token' })
  sync_token: string;

  @ApiProperty({ description: 'changes.record.more' })
  more: boolean;

  @ApiProperty({ format: 'uri', description: 'document.fields.list.rest_url' })
  rest_url: string;
}
