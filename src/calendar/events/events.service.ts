import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/addresses';
import { may } from '../../platform/access';
import { Database, type Transaction } from '../../platform/database';
import { invalidParams, Problem } from '../../platform/errors';
import { type ListAnswer, Listing } from '../../platform/listing';
import type { Locator } from '../../platform/routing';
import { Slugs } from '../../platform/slugs';
import { CategoriesService } from '../categories/categories.service';
import { CATEGORIES } from '../categories/category.entity';
import { OrganizersService } from '../organizers/organizers.service';
import {
  assertMayForce,
  assertReadable,
  recordValues,
  selectColumns,
  wholeSecond,
} from '../records';
import { TAGS } from '../tags/tag.entity';
import { TagsService } from '../tags/tags.service';
import { type Taxonomy, type TermReference, TermReferences } from '../terms';
import { VenuesService } from '../venues/venues.service';
import type { CreateEventDto } from './dto/create-event.dto';
import type { EventListQuery } from './dto/event-list-query';
import type { UpdateEventDto } from './dto/update-event.dto';
import { writtenCost } from './cost';
import { eventJsonLd } from './event-json-ld';
import { type EventLinks, NO_LINKS, readLinks } from './event-links';
import { EventList } from './event-list';
import { hashPassword, matchesPassword } from './event-password';
import { EventReader } from './event-reader';
import type { EventRecord, EventRow } from './event-record';
import { planSchedule } from './event-schedule';
import { deleteEvent, type EventValues, insertEvents, updateEvent } from './event-store';
import { resolveWindow } from './event-window';
import { Event, EVENT_COLUMNS } from './event.entity';

/** What a caller sends to open a protected event. */
type Passwords = readonly (string | null | undefined)[];

/** Events that are looked at together when their dates come. */
const DUE_MAX = 100;

@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly reader: EventReader,
    private readonly eventList: EventList,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
    private readonly terms: TermReferences,
    private readonly slugs: Slugs,
    private readonly listing: Listing,
  ) {}

  async list(query: EventListQuery, context: RequestContext): Promise<ListAnswer> {
    const slice = this.listing.slice(query);
    const { window, effective } = resolveWindow(query, context.site.timeZone, context.now);
    const { items, total } = await this.eventList.find(query, window, slice, context);
    const events = await this.reader.list(items, context);
    return this.listing.answer({ items: events, total }, slice, context, {
      resource: 'events',
      effective: { ...effective, status: (query.status ?? ['publish']).join(',') },
      beyond: 'event-archive-page-not-found',
    });
  }

  /** @throws Problem 404, 410, or 403 for what is not public or protected (contract §5, §8) */
  async read(
    locator: Locator,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const row = await selectColumns(this.database.select(Event, 'event'), EVENT_COLUMNS)
      .where(locator)
      .getRawOne<EventRow>();
    assertReadable('event', locator, row, context.caller);
    await this.assertOpen(row, [password], context);
    return this.present(row, context);
  }

  async create(dto: CreateEventDto, context: RequestContext): Promise<EventRecord> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const password_hash = await hashNew(dto.password);
    const id = await this.database.transaction((transaction) =>
      this.insert(transaction, dto, context, password_hash),
    );
    return this.readOpened(id, context);
  }

  /**
   * Adds an event as part of a larger write, for a caller who may.
   *
   * @param password_hash of the event's password: hashing takes too long for a transaction
   */
  async insert(
    transaction: Transaction,
    dto: CreateEventDto,
    context: RequestContext,
    password_hash: string | null,
  ): Promise<number> {
    const values = await this.values(transaction, dto, undefined, context);
    const slug = await this.slugs.assign(transaction, Event, dto.slug || dto.title);
    const links = await this.links(transaction, dto, NO_LINKS, context);
    const [id] = await insertEvents(transaction, [
      { values: { ...values, slug, password_hash }, links },
    ]);
    return id;
  }

  async update(
    locator: Locator,
    dto: UpdateEventDto,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const id = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, locator, [password, dto.password], context);
      const before = { event: stored, links: await readLinks(transaction, stored.id) };
      const values = await this.values(transaction, dto, stored, context);
      const { slug } = dto;
      await updateEvent(transaction, before, {
        values: {
          ...values,
          // A write's query lies below its body; the password in it opens the event, and no more.
          password_hash: await this.changedPassword(
            stored,
            dto.password === password ? undefined : dto.password,
          ),
          slug:
            slug === undefined
              ? stored.slug
              : await this.slugs.assign(transaction, Event, slug || values.title, stored.id),
        },
        links: await this.links(transaction, dto, before.links, context),
      });
      return stored.id;
    });
    return this.readOpened(id, context);
  }

  /** Puts an event into the trash, or with `force` deletes it for good; answers it as `trash`. */
  remove(
    locator: Locator,
    { password, force = false }: { password?: string; force?: boolean },
    context: RequestContext,
  ): Promise<EventRecord> {
    return force
      ? this.deleteForGood(locator, password, context)
      : this.trash(locator, password, context);
  }

  private async trash(
    locator: Locator,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const id = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, locator, [password], context);
      if (stored.status === 'trash') throw new Problem('event-trashed');
      const before = { event: stored, links: await readLinks(transaction, stored.id) };
      await updateEvent(transaction, before, {
        ...before,
        values: { ...stored, status: 'trash', modified_utc: wholeSecond(context.now) },
      });
      return stored.id;
    });
    return this.readOpened(id, context);
  }

  private async deleteForGood(
    locator: Locator,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    assertMayForce(context.caller);
    const { id } = await this.database.transaction((transaction) =>
      this.forUpdate(transaction, locator, [password], context),
    );
    // Read in between: afterwards there is nothing left, and reads take no part in transactions.
    const event = await this.readOpened(id, context);
    await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, { id }, [password], context);
      await deleteEvent(transaction, { event: stored, links: await readLinks(transaction, id) });
    });
    return { ...event, status: 'trash' };
  }

  /** Publishes what waited for its date. @returns when the next event is due */
  async publishDue(now: Date): Promise<Date | undefined> {
    for (;;) {
      const waiting = await this.database
        .select(Event, 'event')
        .select(['event.id', 'event.date_utc'])
        .where("event.status = 'future'")
        .orderBy('event.date_utc')
        .limit(DUE_MAX)
        .getMany();
      const due = waiting.filter(({ date_utc }) => date_utc <= now);
      for (const { id } of due) await this.publish(id, now);
      if (due.length < DUE_MAX) return waiting.at(due.length)?.date_utc;
    }
  }

  private publish(id: number, now: Date): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction
        .lock(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
        .getOne();
      if (stored?.status !== 'future' || stored.date_utc > now) return;
      const before = { event: stored, links: await readLinks(transaction, id) };
      await updateEvent(transaction, before, {
        ...before,
        values: { ...stored, status: 'publish' },
      });
    });
  }

  private async present(row: EventRow, context: RequestContext): Promise<EventRecord> {
    const [event] = await this.reader.present([row], context);
    return { ...event, json_ld: eventJsonLd(event) };
  }

  /** The event for a caller who has just written it, and so has opened it. */
  private async readOpened(id: number, context: RequestContext): Promise<EventRecord> {
    const row = await selectColumns(this.database.select(Event, 'event'), EVENT_COLUMNS)
      .where({ id })
      .getRawOne<EventRow>();
    assertReadable('event', { id }, row, context.caller);
    return this.present(row, context);
  }

  private async forUpdate(
    transaction: Transaction,
    locator: Locator,
    passwords: Passwords,
    context: RequestContext,
  ): Promise<Event> {
    const { caller } = context;
    const event = await transaction
      .lock(transaction.manager.createQueryBuilder(Event, 'event').where(locator))
      .getOne();
    if (!event || !may.edit(caller, event)) {
      assertReadable('event', locator, event, caller);
      throw new Problem('rest-forbidden');
    }
    await this.assertOpen(event, passwords, context);
    return event;
  }

  private async assertOpen(
    event: Pick<EventRow, 'author' | 'status' | 'password_hash'>,
    passwords: Passwords,
    { caller }: RequestContext,
  ): Promise<void> {
    if (event.password_hash === null) return;
    if (caller.credential && may.edit(caller, event)) return;
    if (!(await matchesPassword(event.password_hash, passwords)))
      throw new Problem('event-password-protected', {
        message: 'The requested event is not accessible without a password.',
      });
  }

  /** A password that already opens the event is no new one; null removes it (contract §8). */
  private async changedPassword(
    { password_hash }: Event,
    sent: string | null | undefined,
  ): Promise<string | null> {
    if (sent === undefined) return password_hash;
    if (sent === null || password_hash === null) return hashNew(sent);
    return (await matchesPassword(password_hash, [sent])) ? password_hash : hashNew(sent);
  }

  private async values(
    transaction: Transaction,
    dto: UpdateEventDto,
    stored: Event | undefined,
    context: RequestContext,
  ): Promise<Omit<EventValues, 'slug' | 'password_hash'>> {
    const { site, now } = context;
    const schedule = planSchedule(
      dto,
      stored && {
        timezone: stored.timezone,
        allDay: stored.all_day,
        startDate: stored.start_date,
        endDate: stored.end_date,
        startUtc: stored.start_utc,
        endUtc: stored.end_utc,
      },
      site.timeZone,
      now,
    );
    const flag = (
      name:
        'show_map' | 'show_map_link' | 'hide_from_listings' | 'sticky' | 'featured' | 'ticketed',
    ): boolean => (dto[name] === undefined ? (stored?.[name] ?? false) : (dto[name] ?? false));
    const parent = dto.post_parent === undefined ? stored?.post_parent : dto.post_parent;
    if (dto.post_parent) await assertParent(transaction, dto.post_parent, stored?.id);
    return {
      ...recordValues(dto, stored, context),
      title: dto.title ?? stored?.title ?? '',
      timezone: schedule.timezone,
      all_day: schedule.allDay,
      start_date: schedule.startDate,
      end_date: schedule.endDate,
      start_utc: schedule.startUtc,
      end_utc: schedule.endUtc,
      cost: writtenCost(dto.cost, stored?.cost ?? [], site.currency),
      website: dto.website ?? stored?.website ?? '',
      show_map: flag('show_map'),
      show_map_link: flag('show_map_link'),
      hide_from_listings: flag('hide_from_listings'),
      sticky: flag('sticky'),
      featured: flag('featured'),
      ticketed: flag('ticketed'),
      // 0 is how an answer says that there is none.
      post_parent: parent === 0 ? null : (parent ?? null),
      custom_fields:
        dto.custom_fields === undefined ? (stored?.custom_fields ?? {}) : (dto.custom_fields ?? {}),
    };
  }

  /** What is sent of the links, over what is stored; new venues, organizers and terms are made. */
  private async links(
    transaction: Transaction,
    { venue, organizer, categories, tags }: UpdateEventDto,
    stored: EventLinks,
    context: RequestContext,
  ): Promise<EventLinks> {
    return {
      venues: venue
        ? await inside('venue', this.venues.resolve(transaction, venue, context))
        : stored.venues,
      organizers: organizer
        ? await inside('organizer', this.organizers.resolve(transaction, organizer, context))
        : stored.organizers,
      categories: categories
        ? await this.resolveTerms(transaction, CATEGORIES, categories, context, (name) =>
            this.categories.insert(transaction, { name }),
          )
        : stored.categories,
      tags: tags
        ? await this.resolveTerms(transaction, TAGS, tags, context, (name) =>
            this.tags.insert(transaction, { name }),
          )
        : stored.tags,
    };
  }

  /** Ids of terms; an unknown name is made, an unknown id is an error (contract §8). */
  private async resolveTerms(
    transaction: Transaction,
    taxonomy: Taxonomy,
    references: readonly TermReference[],
    { caller }: RequestContext,
    insert: (name: string) => Promise<number>,
  ): Promise<number[]> {
    const { resource } = taxonomy;
    const ids = new Set<number>();
    for (const [place, id] of (
      await this.terms.match(transaction, taxonomy, references)
    ).entries()) {
      const reference = references[place];
      if (id !== undefined) {
        ids.add(id);
        continue;
      }
      if (typeof reference === 'number')
        throw invalidParams({ [resource]: `no such term: ${reference}` });
      if (!may.createTerms(caller))
        throw new Problem('rest-forbidden', { message: `You may not create ${resource}.` });
      // The same new name may stand in the list twice.
      const [made] = await this.terms.match(transaction, taxonomy, [reference]);
      ids.add(made ?? (await insertedOrTwin(insert(reference))));
    }
    return [...ids].sort((a, b) => a - b);
  }
}

const hashNew = (password: string | null | undefined): Promise<string | null> =>
  password ? hashPassword(password) : Promise.resolve(null);

/** A new term, or the one of its name that another write has made since it was looked for. */
async function insertedOrTwin(insertion: Promise<number>): Promise<number> {
  try {
    return await insertion;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'term-exists') throw error;
    return Number(error.body.data.term_id);
  }
}

/**
 * A parent is another event, and not one of the event's own descendants. All above it stay as they
 * are until the transaction ends: of two updates that together make a loop, the later one sees the
 * earlier.
 */
async function assertParent(
  transaction: Transaction,
  parent: number,
  own: number | undefined,
): Promise<void> {
  for (let id: number | null = parent; id !== null;) {
    if (id === own) throw invalidParams({ post_parent: 'would make the event its own descendant' });
    const event: Pick<Event, 'post_parent'> | null = await transaction
      .lock(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
      .select(['event.id', 'event.post_parent'])
      .getOne();
    if (!event) throw invalidParams({ post_parent: `no such event: ${id}` });
    id = event.post_parent;
  }
}

/** Names the field of the event in an error about data that was sent inside of it. */
async function inside<T>(field: 'venue' | 'organizer', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const params = error instanceof Problem ? error.body.data.params : undefined;
    if (!params || field in params) throw error;
    const wrong = Object.entries(params).map(([name, message]) => `${name} ${message}`);
    throw invalidParams({ [field]: wrong.join('; ') });
  }
}
