import type { CreateOrganizerDto } from '../../calendar/organizers/dto/create-organizer.dto';
import type { CreateVenueDto } from '../../calendar/venues/dto/create-venue.dto';
import { slugify } from '../../platform/slugs';
import { asTranslations } from '../../platform/translations';
import type { Random } from './random';
import { CITIES, type City, LANGUAGE, translationsOf, WORDS } from './sample-data';

export interface World {
  venues: { city: City; fields: CreateVenueDto }[];
  organizers: { city: City; fields: CreateOrganizerDto }[];
  /** City → indexes of its organizers. */
  near: Map<City, number[]>;
}

/** Maximum degrees from the centre of a city to a venue. */
const SPREAD = 0.06;

/** Up to 1,000 venues and 880 organizers, in proportion to the number of events. */
export function makeWorld(random: Random, events: number): World {
  const size = Math.sqrt(events);
  const organizers = combine(random, WORDS.organizerKinds, 6 + 1.5 * size);
  const near = new Map<City, number[]>();
  for (const [index, { city }] of organizers.entries())
    near.set(city, [...(near.get(city) ?? []), index]);
  return {
    venues: combine(random, WORDS.venueKinds, 8 + 2 * size).map(({ city, kind, name }) => ({
      city,
      fields: venueFields(random, city, kind, name),
    })),
    organizers: organizers.map(({ city, name }) => ({ city, fields: organizerFields(name) })),
    near,
  };
}

/** Returns distinct names of a city and a kind: `Oslo Film Society`. */
function combine(
  random: Random,
  kinds: readonly string[],
  count: number,
): { city: City; kind: string; name: string }[] {
  const all = CITIES.flatMap((city) =>
    kinds.map((kind) => ({ city, kind, name: `${city.city} ${kind}` })),
  );
  return random.sample(all, Math.round(count));
}

function venueFields(
  random: Random,
  { city, country, languages = [], ...where }: City,
  kind: string,
  name: string,
): CreateVenueDto {
  const near = (degrees: number): number =>
    Math.round((degrees + (random.next() * 2 - 1) * SPREAD) * 1e5) / 1e5;
  const translations = translationsOf(
    kind,
    (translate) => ({
      venue: translate(kind).replace('{city}', translate(city)),
      city: translate(city),
    }),
    languages,
  );
  return {
    venue: name,
    language: LANGUAGE,
    translations: asTranslations(translations),
    address: `${random.between(1, 180)} ${random.pick(WORDS.streets)}`,
    city,
    country,
    state: where.state,
    province: where.province,
    zip: String(random.between(10_000, 99_999)),
    website: `https://${slugify(name, 'venue')}.example.org`,
    geo_lat: near(where.lat),
    geo_lng: near(where.lng),
  };
}

function organizerFields(name: string): CreateOrganizerDto {
  const host = `${slugify(name, 'organizer')}.example.org`;
  return {
    organizer: name,
    language: LANGUAGE,
    website: `https://${host}`,
    email: `office@${host}`,
  };
}
