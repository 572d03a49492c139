import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { CategoriesService } from '../../calendar/categories/categories.service';
import { CATEGORIES } from '../../calendar/categories/category.entity';
import { CreateEventDto } from '../../calendar/events/dto/create-event.dto';
import { EventsService } from '../../calendar/events/events.service';
import { TermReferences } from '../../calendar/terms';
import type { CreateVenueDto } from '../../calendar/venues/dto/create-venue.dto';
import { Venue } from '../../calendar/venues/venue.entity';
import { VenuesService } from '../../calendar/venues/venues.service';
import { Problem } from '../../platform/foundation/errors';
import { nameKey } from '../../platform/foundation/texts';
import type { RequestContext } from '../../platform/http/request-context';
import { InputPipe, isObject } from '../../platform/input';
import { writtenId } from '../../platform/storage/changes';
import { Database, insertRows, type Transaction } from '../../platform/storage/database';
import {
  type Conference,
  conferenceKey,
  type ConferenceRow,
  describeConference,
  eventFields,
  mergeConferences,
  ROW_FIELDS,
} from './conference';
import { ImportedEvent } from './imported-event.entity';
import type { JsonRow } from './json-rows';
import { topicName } from './topics';

/** The result of an import. */
export interface ImportResult {
  /** The number of created events. */
  created: number;
  updated: number;
  unchanged: number;
  /** The number of rows merged into an earlier row of the same event. */
  merged: number;
  /** Rejected rows, by the line on which they start. */
  rejected: { line: number; reason: string }[];
}

/** Cached ids: of venues by place, of categories by topic. */
interface Known {
  venues: Map<string, number>;
  categories: Map<string, number>;
}

interface Changed {
  line: number;
  id: number;
  import_key: string;
  digest: string;
  dto: CreateEventDto;
}

/** Events per transaction. */
const BATCH = 1000;

/**
 * Imports conferences as events, with the validation and the services of the API. An event of an
 * earlier import is updated if its row has changed, and left unchanged otherwise. The batches before
 * an error stay imported; the import can be repeated.
 */
@Injectable()
export class ConferencesImport {
  private known: Known = { venues: new Map(), categories: new Map() };

  constructor(
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly venues: VenuesService,
    private readonly categories: CategoriesService,
    private readonly terms: TermReferences,
    private readonly input: InputPipe,
  ) {}

  /** @param advance is called with the number of rows processed since the last call */
  async run(
    rows: readonly JsonRow[],
    context: RequestContext,
    advance: (rows: number) => void = () => undefined,
  ): Promise<ImportResult> {
    const result: ImportResult = { created: 0, updated: 0, unchanged: 0, merged: 0, rejected: [] };
    for await (const batch of this.read(byConference(rows), result, advance)) {
      await this.store(batch, context, result);
      advance(batch.reduce((sum, conference) => sum + conference.rows, 0));
    }
    result.rejected.sort((a, b) => a.line - b.line);
    return result;
  }

  /** Reads and merges the rows of each conference; yields the conferences in batches. */
  private async *read(
    rowsByKey: ReadonlyMap<string, readonly JsonRow[]>,
    result: ImportResult,
    advance: (rows: number) => void,
  ): AsyncGenerator<Conference[]> {
    let batch: Conference[] = [];
    for (const [key, rows] of rowsByKey) {
      let conference: Conference | undefined;
      for (const row of rows) {
        const read = await this.readRow(key, row);
        if (typeof read === 'string') {
          result.rejected.push({ line: row.line, reason: read });
          advance(1);
        } else if (conference) {
          result.merged++;
          conference = mergeConferences(conference, read);
        } else conference = read;
      }
      if (conference) batch.push(conference);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** Returns the conference of a row, or the reason why the row is invalid. */
  private async readRow(key: string, { line, value }: JsonRow): Promise<Conference | string> {
    if (!isObject(value)) return 'must be an object';
    const row = value as ConferenceRow;
    const { topic, online } = row;
    if (topic !== undefined && typeof topic !== 'string') return 'topic: must be a string';
    if (online !== undefined && typeof online !== 'boolean') return 'online: must be true or false';
    try {
      const event = (await this.input.transform(eventFields(row), {
        type: 'body',
        metatype: CreateEventDto,
      })) as CreateEventDto;
      const [place] = (event.venue ?? []) as CreateVenueDto[];
      return { key, line, rows: 1, event, place, topics: topic === undefined ? [] : [topic] };
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** Stores a batch in one transaction; if that fails, each half in a separate one. */
  private async store(
    batch: readonly Conference[],
    context: RequestContext,
    result: ImportResult,
  ): Promise<void> {
    const outcome = await this.insertNew(batch, context).catch(reasonOf);
    if (typeof outcome !== 'string') {
      result.created += outcome.created;
      result.unchanged += outcome.unchanged;
      for (const event of outcome.changed) await this.update(event, context, result);
    } else if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await this.store(batch.slice(0, half), context, result);
      await this.store(batch.slice(half), context, result);
    } else result.rejected.push({ line: batch[0].line, reason: outcome });
  }

  private async insertNew(
    batch: readonly Conference[],
    context: RequestContext,
  ): Promise<{ created: number; unchanged: number; changed: Changed[] }> {
    const { known, ...outcome } = await this.database.transaction(async (transaction) => {
      const { manager } = transaction;
      const known = {
        venues: new Map(this.known.venues),
        categories: new Map(this.known.categories),
      };
      const keys = batch.map(({ key }) => sha256(key));
      const earlier = new Map(
        (await manager.findBy(ImportedEvent, { import_key: In(keys) })).map((imported) => [
          imported.import_key,
          imported,
        ]),
      );
      const digests = batch.map(digestOf);
      const isChanged = (place: number): boolean =>
        earlier.get(keys[place])?.digest !== digests[place];
      await this.settle(
        transaction,
        batch.filter((_conference, place) => isChanged(place)),
        known,
        context,
      );
      const made: Omit<Changed, 'id'>[] = [];
      const changed: Changed[] = [];
      for (const [place, conference] of batch.entries()) {
        if (!isChanged(place)) continue;
        const import_key = keys[place];
        const digest = digests[place];
        const imported = earlier.get(import_key);
        const dto = await this.resolve(transaction, conference, known, context);
        const { line } = conference;
        if (imported) changed.push({ line, id: imported.event_id, import_key, digest, dto });
        else made.push({ line, import_key, digest, dto });
      }
      const ids = await this.events.insert(
        transaction,
        made.map(({ dto }) => ({ dto, password_hash: null })),
        context,
      );
      await insertRows(
        transaction,
        ImportedEvent,
        made.map(({ import_key, digest }, place) => ({ import_key, event_id: ids[place], digest })),
      );
      const unchanged = batch.length - made.length - changed.length;
      return { created: made.length, unchanged, changed, known };
    });
    this.known = known;
    return outcome;
  }

  private async update(
    { line, id, import_key, digest, dto }: Changed,
    context: RequestContext,
    result: ImportResult,
  ): Promise<void> {
    try {
      await this.events.update({ id }, dto, undefined, context);
      await this.database.transaction(({ manager }) =>
        manager.update(ImportedEvent, import_key, { digest }),
      );
      result.updated++;
    } catch (error) {
      result.rejected.push({ line, reason: reasonOf(error) });
    }
  }

  /** Returns the event of a conference, with the ids of its venue and categories. */
  private async resolve(
    transaction: Transaction,
    conference: Conference,
    known: Known,
    context: RequestContext,
  ): Promise<CreateEventDto> {
    const { event, place, topics } = conference;
    const categories: number[] = [];
    for (const topic of topics)
      categories.push(
        await remember(known.categories, topic, () => this.category(transaction, topic, context)),
      );
    const venue = place && known.venues.get(placeKey(place));
    return {
      ...event,
      description: describeConference(conference),
      categories,
      venue: venue === undefined ? [] : [venue],
    };
  }

  /** Returns the category with the topic as its slug or name; creates it if none exists. */
  private async category(
    transaction: Transaction,
    topic: string,
    context: RequestContext,
  ): Promise<number> {
    const name = topicName(topic);
    const [bySlug, byName] = await this.terms.match(transaction, CATEGORIES, [topic, name]);
    return bySlug ?? byName ?? this.categories.insert(transaction, { name, slug: topic }, context);
  }

  /**
   * Finds or creates the venues of conferences. Venues are matched by name, city, country and state:
   * cities of several countries share a name.
   */
  private async settle(
    transaction: Transaction,
    conferences: readonly Conference[],
    known: Known,
    context: RequestContext,
  ): Promise<void> {
    const places = new Map<string, CreateVenueDto>();
    for (const { place } of conferences)
      if (place && !known.venues.has(placeKey(place))) places.set(placeKey(place), place);
    if (places.size === 0) return;
    const namesakes = await transaction.manager.find(Venue, {
      select: { id: true, venue: true, city: true, country: true, state: true },
      where: {
        name_key: In([...new Set([...places.values()].map(({ venue }) => nameKey(venue)))]),
        status: 'publish',
      },
      order: { id: 'DESC' },
    });
    // Of several matches, the oldest one is used: later entries overwrite newer venues.
    const ids = new Map(namesakes.map((venue) => [whereOf(venue), venue.id]));
    const missing = new Map<string, CreateVenueDto>();
    for (const place of places.values())
      if (!ids.has(whereOf(place))) missing.set(whereOf(place), place);
    const made = await this.venues.insertAll(transaction, [...missing.values()], context);
    for (const [number, where] of [...missing.keys()].entries()) ids.set(where, made[number]);
    for (const [key, place] of places) known.venues.set(key, writtenId(ids.get(whereOf(place))));
  }
}

const placeKey = (place: CreateVenueDto): string => JSON.stringify(place);

/**
 * Groups rows by conference, since they may be far apart in the file. Rows that are not objects form
 * one group; each will be rejected.
 */
function byConference(rows: readonly JsonRow[]): Map<string, JsonRow[]> {
  const rowsByKey = new Map<string, JsonRow[]>();
  for (const row of rows) {
    const key = isObject(row.value) ? conferenceKey(row.value) : '';
    const others = rowsByKey.get(key);
    if (others) others.push(row);
    else rowsByKey.set(key, [row]);
  }
  return rowsByKey;
}

/** Returns the values that identify a venue. */
const whereOf = (venue: CreateVenueDto | Venue): string =>
  JSON.stringify([nameKey(venue.venue), venue.city, venue.country, venue.state]);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const digestOf = ({ event, place, topics }: Conference): string =>
  sha256(JSON.stringify([event, place, topics]));

async function remember(
  known: Map<string, number>,
  key: string,
  find: () => Promise<number>,
): Promise<number> {
  const id = known.get(key) ?? (await find());
  known.set(key, id);
  return id;
}

/** Returns why a row is invalid, with the names of its fields; rethrows unexpected errors. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  const params = Object.entries(error.body.data.params ?? {});
  if (params.length === 0) return error.message;
  const inRow = (field: string): string => ROW_FIELDS[field] ?? field;
  return params
    .map(([field, wrong]) => `${inRow(field)}: ${wrong.replace(/\b(?:start|end)_date\b/g, inRow)}`)
    .join('; ');
}
