import { Translatable, Translated, translatedTexts } from '../../../platform/translations';
import { BooleanStringField, NumberField, TextField, UrlField } from '../../../platform/validation';
import { LinkedRecordFields } from '../../posts';
import { VENUE_TEXTS } from '../venue.entity';

class VenueFields extends LinkedRecordFields {
  @Translatable()
  @TextField('venues.venue', { required: true, max: 500, example: 'Town Hall' })
  venue: string;

  @BooleanStringField('venues.show_map')
  show_map?: boolean | null;

  @BooleanStringField('venues.show_map_link')
  show_map_link?: boolean | null;

  @Translatable()
  @TextField('venues.address', { max: VENUE_TEXTS.address })
  address?: string;

  @Translatable()
  @TextField('venues.city', { max: VENUE_TEXTS.city })
  city?: string;

  @TextField('venues.country', { max: VENUE_TEXTS.country })
  country?: string;

  @TextField('venues.province', { max: VENUE_TEXTS.province })
  province?: string;

  @TextField('venues.state', { max: VENUE_TEXTS.state })
  state?: string;

  @TextField('venues.zip', { max: VENUE_TEXTS.zip })
  zip?: string;

  @TextField('venues.phone', { max: VENUE_TEXTS.phone })
  phone?: string;

  @TextField('venues.stateprovince', { max: VENUE_TEXTS.stateprovince })
  stateprovince?: string;

  @UrlField('venues.website')
  website?: string;

  @NumberField('venues.geo_lat', { min: -90, max: 90, addition: true })
  geo_lat?: number | null;

  @NumberField('venues.geo_lng', { min: -180, max: 180, addition: true })
  geo_lng?: number | null;
}

export class CreateVenueDto extends Translated(VenueFields, 'VenueTexts') {}

export const VENUE_TRANSLATIONS = translatedTexts(CreateVenueDto, 'venue');
