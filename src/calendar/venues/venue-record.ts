import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  IntersectionType,
} from '@nestjs/swagger';
import type { RequestContext } from '../../platform/http/context';
import {
  inLanguage,
  LanguageRecord,
  presentLanguages,
  TEXT_LANGUAGES,
} from '../../platform/translations';
import type { Row } from '../../platform/database';
import { Image, IMAGE_OR_FALSE, ImageSettings, presentImage } from '../images';
import {
  type GlobalIds,
  JSON_LD,
  presentEnvelope,
  presentGlobalIds,
  RecordEnvelope,
} from '../posts';
import { VENUE_TRANSLATIONS } from './dto/create-venue.dto';
import type { Venue } from './venue.entity';

export type VenueRow = Row<Venue>;

class VenueKeys extends RecordEnvelope implements GlobalIds {
  @ApiProperty({ description: 'venues.record.venue' })
  venue: string;

  @ApiProperty({ description: 'records.record.description' })
  description: string;

  @ApiProperty({ description: 'records.record.excerpt', example: 'A park with a stage' })
  excerpt: string;

  @ApiProperty({ description: 'records.record.slug' })
  slug: string;

  @ApiProperty(IMAGE_OR_FALSE)
  image: Image | false;

  @ApiProperty({ description: 'venues.record.address' })
  address: string;

  @ApiProperty({ description: 'venues.record.city' })
  city: string;

  @ApiProperty({ description: 'venues.record.country' })
  country: string;

  @ApiProperty({ description: 'venues.record.province', example: 'Quebec' })
  province: string;

  @ApiProperty({ description: 'venues.record.state', example: 'NY' })
  state: string;

  @ApiProperty({ description: 'venues.record.zip' })
  zip: string;

  @ApiProperty({ description: 'records.record.phone' })
  phone: string;

  @ApiProperty({ description: 'records.record.website' })
  website: string;

  @ApiProperty({ description: 'venues.record.stateprovince', example: 'NY' })
  stateprovince: string;

  @ApiProperty({ type: 'number', required: false, description: 'venues.record.geo_lat' })
  geo_lat?: number;

  @ApiProperty({ type: 'number', required: false, description: 'venues.record.geo_lng' })
  geo_lng?: number;

  @ApiProperty({ description: 'venues.record.show_map' })
  show_map: boolean;

  @ApiProperty({ description: 'venues.record.show_map_link' })
  show_map_link: boolean;

  @ApiProperty({ description: 'records.record.global_id' })
  global_id: string;

  @ApiProperty({ type: [String], description: 'records.record.global_id_lineage' })
  global_id_lineage: string[];
}

/** Unset texts are `""`. */
@ApiExtraModels(Image)
export class VenueRecord extends IntersectionType(VenueKeys, LanguageRecord) {
  @ApiPropertyOptional(JSON_LD)
  json_ld?: Record<string, unknown>;
}

export function presentVenue(stored: VenueRow, context: RequestContext): VenueRecord {
  const { geo_lat, geo_lng } = stored;
  const hasCoordinates = geo_lat !== null && geo_lng !== null;
  const row = inLanguage(stored, VENUE_TRANSLATIONS, context);
  const envelope = presentEnvelope('venues', row, context);
  const { global_id, global_id_lineage } = presentGlobalIds(row, context);
  const languages = presentLanguages(row, context);
  // Keys are listed by name: an object built with spread takes several times the memory.
  return {
    id: envelope.id,
    author: envelope.author,
    status: envelope.status,
    date: envelope.date,
    date_utc: envelope.date_utc,
    modified: envelope.modified,
    modified_utc: envelope.modified_utc,
    url: envelope.url,
    rest_url: envelope.rest_url,
    venue: row.venue,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, context.site.of(ImageSettings)),
    address: row.address,
    city: row.city,
    country: row.country,
    province: row.province,
    state: row.state,
    zip: row.zip,
    phone: row.phone,
    website: row.website,
    stateprovince: row.stateprovince,
    // Undefined values are omitted in the response.
    geo_lat: hasCoordinates ? geo_lat : undefined,
    geo_lng: hasCoordinates ? geo_lng : undefined,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    global_id,
    global_id_lineage,
    language: languages.language,
    languages: languages.languages,
    lang: languages.lang,
    translations: languages.translations,
    [TEXT_LANGUAGES]: languages[TEXT_LANGUAGES],
  };
}
