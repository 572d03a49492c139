import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { RequestContext } from '../../platform/request-context';
import {
  type GlobalIds,
  Image,
  presentFrame,
  presentGlobalIds,
  presentImage,
  presentJsonLd,
  RecordFrame,
  type RecordRow,
} from '../records';
import { presentPerson } from './person';

export interface OrganizerRow extends RecordRow {
  organizer: string;
  phone: string;
  website: string;
  email: string;
}

/**
 * An organizer as it is answered; unset texts are `""` (docs/interface.md#keys-of-an-organizer).
 */
@ApiExtraModels(Image)
export class OrganizerRecord extends RecordFrame implements GlobalIds {
  @ApiProperty()
  organizer: string;

  @ApiProperty()
  description: string;

  @ApiProperty()
  excerpt: string;

  @ApiProperty()
  slug: string;

  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/Image' }, { type: 'boolean', enum: [false] }],
  })
  image: Image | false;

  @ApiProperty()
  phone: string;

  @ApiProperty()
  website: string;

  @ApiProperty()
  email: string;

  @ApiProperty()
  global_id: string;

  @ApiProperty({ type: [String] })
  global_id_lineage: string[];

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  json_ld?: Record<string, unknown>;
}

export function presentOrganizer(row: OrganizerRow, context: RequestContext): OrganizerRecord {
  return {
    ...presentFrame('organizers', row, context),
    organizer: row.organizer,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, context.site),
    phone: row.phone,
    website: row.website,
    email: row.email,
    ...presentGlobalIds(row.id, context),
  };
}

/** A single read also describes the organizer for search engines. */
export function presentSingleOrganizer(
  row: OrganizerRow,
  context: RequestContext,
): OrganizerRecord {
  const record = presentOrganizer(row, context);
  return { ...record, json_ld: presentJsonLd(presentPerson(record)) };
}
