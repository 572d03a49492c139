import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { RequestContext } from '../../platform/http/context';
import { Image, IMAGE_OR_FALSE, ImageSettings, presentImage } from '../images';
import {
  type GlobalIds,
  JSON_LD,
  presentFrame,
  presentGlobalIds,
  RecordFrame,
  type Row,
} from '../posts';
import type { Organizer } from './organizer.entity';

export type OrganizerRow = Row<Organizer>;

/** An organizer in responses; unset texts are `""`. */
@ApiExtraModels(Image)
export class OrganizerRecord extends RecordFrame implements GlobalIds {
  @ApiProperty({ description: 'organizers.record.organizer' })
  organizer: string;

  @ApiProperty({
    description: 'records.record.description',
    example: '<p>Concerts in and around the city</p>',
  })
  description: string;

  @ApiProperty({ description: 'records.record.excerpt' })
  excerpt: string;

  @ApiProperty({ description: 'records.record.slug' })
  slug: string;

  @ApiProperty(IMAGE_OR_FALSE)
  image: Image | false;

  @ApiProperty({ description: 'records.record.phone' })
  phone: string;

  @ApiProperty({ description: 'records.record.website' })
  website: string;

  @ApiProperty({ description: 'organizers.record.email' })
  email: string;

  @ApiProperty({ description: 'records.record.global_id' })
  global_id: string;

  @ApiProperty({ type: [String], description: 'records.record.global_id_lineage' })
  global_id_lineage: string[];

  @ApiPropertyOptional(JSON_LD)
  json_ld?: Record<string, unknown>;
}

export function presentOrganizer(row: OrganizerRow, context: RequestContext): OrganizerRecord {
  const frame = presentFrame('organizers', row, context);
  const { global_id, global_id_lineage } = presentGlobalIds(row, context);
  // Keys are listed by name: an object built with spread takes several times the memory.
  return {
    id: frame.id,
    author: frame.author,
    status: frame.status,
    date: frame.date,
    date_utc: frame.date_utc,
    modified: frame.modified,
    modified_utc: frame.modified_utc,
    url: frame.url,
    rest_url: frame.rest_url,
    organizer: row.organizer,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, context.site.of(ImageSettings)),
    phone: row.phone,
    website: row.website,
    email: row.email,
    global_id,
    global_id_lineage,
  };
}
