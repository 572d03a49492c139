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
  type StoredFlag,
} from '../records';
import { presentPlace } from './place';

export interface VenueRow extends RecordRow {
  venue: string;
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  phone: string;
  stateprovince: string;
  website: string;
  show_map: StoredFlag;
  show_map_link: StoredFlag;
  geo_lat: number | null;
  geo_lng: number | null;
}

/** A venue as it is answered; unset texts are `""` (docs/interface.md#keys-of-a-venue). */
@ApiExtraModels(Image)
export class VenueRecord extends RecordFrame implements GlobalIds {
  @ApiProperty()
  venue: string;

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
  address: string;

  @ApiProperty()
  city: string;

  @ApiProperty()
  country: string;

  @ApiProperty()
  province: string;

  @ApiProperty()
  state: string;

  @ApiProperty()
  zip: string;

  @ApiProperty()
  phone: string;

  @ApiProperty()
  website: string;

  @ApiProperty()
  stateprovince: string;

  @ApiProperty({ type: 'number', required: false })
  geo_lat?: number;

  @ApiProperty({ type: 'number', required: false })
  geo_lng?: number;

  @ApiProperty()
  show_map: boolean;

  @ApiProperty()
  show_map_link: boolean;

  @ApiProperty()
  global_id: string;

  @ApiProperty({ type: [String] })
  global_id_lineage: string[];

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  json_ld?: Record<string, unknown>;
}

export function presentVenue(row: VenueRow, context: RequestContext): VenueRecord {
  return {
    ...presentFrame('venues', row, context),
    venue: row.venue,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, context.site),
    address: row.address,
    city: row.city,
    country: row.country,
    province: row.province,
    state: row.state,
    zip: row.zip,
    phone: row.phone,
    website: row.website,
    stateprovince: row.stateprovince,
    ...(row.geo_lat !== null && row.geo_lng !== null
      ? { geo_lat: row.geo_lat, geo_lng: row.geo_lng }
      : {}),
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    ...presentGlobalIds(row.id, context),
  };
}

/** A single read also describes the venue for search engines. */
export function presentSingleVenue(row: VenueRow, context: RequestContext): VenueRecord {
  const record = presentVenue(row, context);
  return { ...record, json_ld: presentJsonLd(presentPlace(record)) };
}
