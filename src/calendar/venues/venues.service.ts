import { Injectable } from '@nestjs/common';
import { allValidSync, fault, invalidParams } from '../../platform/errors';
import { nameKey, searchable } from '../../platform/texts';
import type { TranslatedRecord } from '../../platform/translations';
import type { RequestContext } from '../../platform/http/context';
import type { Transaction } from '../../platform/database';
import { LinkedResourceService, type LinkedValues } from '../linked-records';
import { LINKED_TEXTS_MAX, merged, recordValues } from '../posts';
import { type CreateVenueDto, VENUE_TRANSLATIONS } from './dto/create-venue.dto';
import type { UpdateVenueDto } from './dto/update-venue.dto';
import { presentPlace } from './venue-json-ld';
import { presentVenue, type VenueRecord } from './venue-record';
import { type Venue, VENUE_TEXTS, VENUES } from './venue.entity';

/** Fields that are stored as sent. */
const DEFAULTS = {
  venue: '',
  address: '',
  city: '',
  country: '',
  province: '',
  state: '',
  zip: '',
  phone: '',
  website: '',
  show_map: true,
  show_map_link: true,
};

@Injectable()
export class VenuesService extends LinkedResourceService<Venue, CreateVenueDto, VenueRecord> {
  protected readonly kind = VENUES;
  protected readonly texts = VENUE_TRANSLATIONS;
  readonly present = presentVenue;
  protected readonly structuredData = presentPlace;

  protected nameOf({ venue }: LinkedValues<Venue>): string {
    return venue;
  }

  protected override async unlinked(
    transaction: Transaction,
    id: number,
    events: readonly number[],
  ): Promise<void> {
    if (events.length === 0) return;
    const placeholders = events.map(() => '?').join(', ');
    await transaction.run(
      `UPDATE events SET sole_venue = NULL WHERE id IN (${placeholders}) AND sole_venue = ?`,
      [...events, id],
    );
  }

  protected values(
    dto: UpdateVenueDto,
    stored: Venue | undefined,
    context: RequestContext,
    further: readonly string[],
  ): Required<Omit<LinkedValues<Venue>, keyof TranslatedRecord>> {
    const [common, coordinates] = allValidSync(
      () => recordValues(dto, stored, LINKED_TEXTS_MAX, context),
      () => readCoordinates(dto, stored),
    );
    // Not spread: see `templateValues` of events.
    const values = Object.assign(common, merged(dto, stored, DEFAULTS), coordinates);
    const stateprovince = dto.stateprovince ?? retainedStateOrProvince(stored, values);
    const texts = Object.assign(values, { stateprovince });
    return Object.assign(texts, {
      global_id_lineage: stored?.global_id_lineage ?? null,
      name_key: nameKey(values.venue),
      search_text: searchable(
        values.venue,
        values.description,
        values.excerpt,
        values.website,
        ...Object.keys(VENUE_TEXTS).map((name) => texts[name as keyof typeof VENUE_TEXTS]),
        ...further,
      ),
    });
  }
}

type Region = Pick<Venue, 'country' | 'state' | 'province'>;

const US = new Set(['us', 'u.s.', 'usa', 'u.s.a.', 'united states', 'united states of america']);

function stateOrProvince(venue: Region): string {
  return US.has(venue.country.trim().toLowerCase()) ? venue.state : venue.province;
}

/** Keeps a value that the client has set; otherwise it is derived. */
const retainedStateOrProvince = (stored: Venue | undefined, values: Region): string =>
  stored && stored.stateprovince !== stateOrProvince(stored)
    ? stored.stateprovince
    : stateOrProvince(values);

/** Coordinates are set and cleared in pairs. */
function readCoordinates(
  { geo_lat, geo_lng }: UpdateVenueDto,
  stored: Venue | undefined,
): Pick<Venue, 'geo_lat' | 'geo_lng'> {
  const lat = geo_lat === undefined ? (stored?.geo_lat ?? null) : geo_lat;
  const lng = geo_lng === undefined ? (stored?.geo_lng ?? null) : geo_lng;
  if (lat === null && lng !== null)
    throw invalidParams(fault('geo_lat', 'required', 'is needed with geo_lng', ['geo_lng']));
  if (lng === null && lat !== null)
    throw invalidParams(fault('geo_lng', 'required', 'is needed with geo_lat', ['geo_lat']));
  return { geo_lat: lat, geo_lng: lng };
}
