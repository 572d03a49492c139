import { Injectable } from '@nestjs/common';
import { may } from '../../platform/access';
import { allValidSync, fault, invalidParams, Problem } from '../../platform/foundation/errors';
import { nameKey, searchable } from '../../platform/foundation/texts';
import type { Parts, RecordPage } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import type { FurtherChecks, Locator } from '../../platform/http/routing';
import { RecordWriter } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { Creations } from '../../platform/storage/idempotency';
import { Slugs } from '../../platform/storage/slugs';
import { type Draft, type LinkedListQuery, LinkedRecords, LinkedReferences } from '../links';
import { merged, recordValues } from '../posts';
import type { CreateVenueDto } from './dto/create-venue.dto';
import type { UpdateVenueDto } from './dto/update-venue.dto';
import { presentSingleVenue, presentVenue, type VenueRecord, type VenueRow } from './venue-record';
import { Venue, VENUE_TEXTS, VENUES } from './venue.entity';

/** The fields that are stored unchanged, with their defaults. */
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
export class VenuesService implements FurtherChecks<CreateVenueDto> {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly records: LinkedRecords,
    private readonly references: LinkedReferences,
    private readonly slugs: Slugs,
  ) {}

  list(query: LinkedListQuery, context: RequestContext): Promise<RecordPage<VenueRecord>> {
    return this.records.list(VENUES, query, context, presentVenue);
  }

  /** Returns the venues that the caller may read, in the form of lists. */
  listed(ids: readonly number[], context: RequestContext): Promise<Parts<VenueRecord>> {
    return this.records.listed(VENUES, ids, context, presentVenue);
  }

  async read(locator: Locator, context: RequestContext): Promise<VenueRecord> {
    const row = await this.records.read<VenueRow>(VENUES, locator, context);
    return this.answer(row, context);
  }

  async create(dto: CreateVenueDto, context: RequestContext): Promise<VenueRecord> {
    const { id, written } = await this.creations.run(
      context,
      (transaction) => this.insert(transaction, dto, context),
      (transaction, created) => this.records.written(transaction, VENUES, created),
    );
    const row = written ?? (await this.records.readRepeated<VenueRow>(VENUES, id, context));
    return this.answer(row, context);
  }

  /** Inserts a venue, also in the transaction of a larger write. */
  async insert(
    transaction: Transaction,
    dto: CreateVenueDto,
    context: RequestContext,
  ): Promise<number> {
    const [id] = await this.insertAll(transaction, [dto], context);
    return id;
  }

  /**
   * Inserts venues.
   *
   * @returns their ids, in the same order
   */
  insertAll(
    transaction: Transaction,
    dtos: readonly CreateVenueDto[],
    context: RequestContext,
  ): Promise<number[]> {
    const drafts = dtos.map((dto) => this.draft(dto, context));
    return this.references.insertAll(transaction, VENUES, drafts);
  }

  /** Resolves the venues to be linked to an event; see `LinkedReferences.resolve`. */
  resolve(
    transaction: Transaction,
    references: readonly (number | CreateVenueDto)[],
    stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    return this.references.resolve(transaction, VENUES, references, stored, context, (dto) =>
      this.draft(dto, context),
    );
  }

  /** Resolves the venues of many new events; see `LinkedReferences.resolveAll`. */
  resolveAll(
    transaction: Transaction,
    lists: readonly (readonly (number | CreateVenueDto)[])[],
    context: RequestContext,
  ): Promise<(number[] | undefined)[]> {
    return this.references.resolveAll(transaction, VENUES, lists, context, (dto) =>
      this.draft(dto, context),
    );
  }

  publishDue(now: Date): Promise<Date | undefined> {
    return this.records.publishDue(VENUES, now);
  }

  async update(
    locator: Locator,
    dto: UpdateVenueDto,
    context: RequestContext,
  ): Promise<VenueRecord> {
    const row = await this.database.transaction(async (transaction) => {
      const stored = await this.records.forUpdate(transaction, VENUES, locator, context);
      const values = this.values(dto, stored, context);
      const { slug } = dto;
      await this.writer.update(transaction, Venue, stored, {
        ...values,
        ...(slug !== undefined && {
          slug: await this.slugs.assign(transaction, Venue, slug || values.venue, stored.id),
        }),
      });
      return this.records.written(transaction, VENUES, stored.id);
    });
    return this.answer(row, context);
  }

  /** See `FurtherChecks`. */
  async check(
    dto: UpdateVenueDto,
    locator: Locator | undefined,
    context: RequestContext,
  ): Promise<void> {
    await this.database.rehearse(async (transaction) => {
      const stored =
        locator && (await this.records.forUpdate(transaction, VENUES, locator, context));
      this.values(dto, stored, context);
    });
  }

  async remove(locator: Locator, force: boolean, context: RequestContext): Promise<VenueRecord> {
    const row = await this.database.transaction((transaction) =>
      this.records.remove(transaction, VENUES, locator, force, context),
    );
    const venue = this.answer(row, context);
    return force ? { ...venue, status: 'trash' } : venue;
  }

  private answer(row: VenueRow, context: RequestContext): VenueRecord {
    return context.conditions.withValidators(presentSingleVenue(row, context), row);
  }

  private draft(dto: CreateVenueDto, context: RequestContext): Draft<Venue> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const values = this.values(dto, undefined, context);
    return { values, slug: dto.slug || values.venue };
  }

  private values(
    dto: UpdateVenueDto,
    stored: Venue | undefined,
    context: RequestContext,
  ): Required<Omit<Venue, 'id' | 'slug' | 'version'>> {
    const [common, place] = allValidSync(
      () => recordValues(dto, stored, context),
      () => coordinates(dto, stored),
    );
    const values = { ...common, ...merged(dto, stored, DEFAULTS), ...place };
    const stateprovince = dto.stateprovince ?? keptStateOrProvince(stored, values);
    const texts = { ...values, stateprovince };
    return {
      ...texts,
      name_key: nameKey(values.venue),
      search_text: searchable(
        values.venue,
        values.description,
        values.excerpt,
        values.website,
        ...Object.keys(VENUE_TEXTS).map((name) => texts[name as keyof typeof VENUE_TEXTS]),
      ),
    };
  }
}

type Region = Pick<Venue, 'country' | 'state' | 'province'>;

const US = new Set(['us', 'u.s.', 'usa', 'u.s.a.', 'united states', 'united states of america']);

/** Returns the state in the US, the province elsewhere (docs/interface.md#venues). */
function stateOrProvince(venue: Region): string {
  return US.has(venue.country.trim().toLowerCase()) ? venue.state : venue.province;
}

/** Returns the stored value, or derives it again if it was derived from the state and the province. */
const keptStateOrProvince = (stored: Venue | undefined, values: Region): string =>
  stored && stored.stateprovince !== stateOrProvince(stored)
    ? stored.stateprovince
    : stateOrProvince(values);

/** Returns the coordinates, which are set and cleared in pairs (docs/interface.md#venues). */
function coordinates(
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
