import { Injectable } from '@nestjs/common';
import { may } from '../../platform/access';
import { Problem } from '../../platform/foundation/errors';
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
import type { CreateOrganizerDto } from './dto/create-organizer.dto';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto';
import {
  type OrganizerRecord,
  type OrganizerRow,
  presentOrganizer,
  presentSingleOrganizer,
} from './organizer-record';
import { Organizer, ORGANIZERS } from './organizer.entity';

/** The fields that are stored unchanged, with their defaults. */
const DEFAULTS = {
  organizer: '',
  phone: '',
  website: '',
  email: '',
};

@Injectable()
export class OrganizersService implements FurtherChecks<CreateOrganizerDto> {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly records: LinkedRecords,
    private readonly references: LinkedReferences,
    private readonly slugs: Slugs,
  ) {}

  list(query: LinkedListQuery, context: RequestContext): Promise<RecordPage<OrganizerRecord>> {
    return this.records.list(ORGANIZERS, query, context, presentOrganizer);
  }

  /** Returns the organizers that the caller may read, in the form of lists. */
  listed(ids: readonly number[], context: RequestContext): Promise<Parts<OrganizerRecord>> {
    return this.records.listed(ORGANIZERS, ids, context, presentOrganizer);
  }

  async read(locator: Locator, context: RequestContext): Promise<OrganizerRecord> {
    const row = await this.records.read<OrganizerRow>(ORGANIZERS, locator, context);
    return this.answer(row, context);
  }

  async create(dto: CreateOrganizerDto, context: RequestContext): Promise<OrganizerRecord> {
    const { id, written } = await this.creations.run(
      context,
      (transaction) => this.insert(transaction, dto, context),
      (transaction, created) => this.records.written(transaction, ORGANIZERS, created),
    );
    const row = written ?? (await this.records.readRepeated<OrganizerRow>(ORGANIZERS, id, context));
    return this.answer(row, context);
  }

  /** Inserts an organizer, also in the transaction of a larger write. */
  async insert(
    transaction: Transaction,
    dto: CreateOrganizerDto,
    context: RequestContext,
  ): Promise<number> {
    const [id] = await this.insertAll(transaction, [dto], context);
    return id;
  }

  /**
   * Inserts organizers.
   *
   * @returns their ids, in the same order
   */
  insertAll(
    transaction: Transaction,
    dtos: readonly CreateOrganizerDto[],
    context: RequestContext,
  ): Promise<number[]> {
    const drafts = dtos.map((dto) => this.draft(dto, context));
    return this.references.insertAll(transaction, ORGANIZERS, drafts);
  }

  /** Resolves the organizers to be linked to an event; see `LinkedReferences.resolve`. */
  resolve(
    transaction: Transaction,
    references: readonly (number | CreateOrganizerDto)[],
    stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    return this.references.resolve(transaction, ORGANIZERS, references, stored, context, (dto) =>
      this.draft(dto, context),
    );
  }

  /** Resolves the organizers of many new events; see `LinkedReferences.resolveAll`. */
  resolveAll(
    transaction: Transaction,
    lists: readonly (readonly (number | CreateOrganizerDto)[])[],
    context: RequestContext,
  ): Promise<(number[] | undefined)[]> {
    return this.references.resolveAll(transaction, ORGANIZERS, lists, context, (dto) =>
      this.draft(dto, context),
    );
  }

  publishDue(now: Date): Promise<Date | undefined> {
    return this.records.publishDue(ORGANIZERS, now);
  }

  async update(
    locator: Locator,
    dto: UpdateOrganizerDto,
    context: RequestContext,
  ): Promise<OrganizerRecord> {
    const row = await this.database.transaction(async (transaction) => {
      const stored = await this.records.forUpdate(transaction, ORGANIZERS, locator, context);
      const values = this.values(dto, stored, context);
      const { slug } = dto;
      await this.writer.update(transaction, Organizer, stored, {
        ...values,
        ...(slug !== undefined && {
          slug: await this.slugs.assign(
            transaction,
            Organizer,
            slug || values.organizer,
            stored.id,
          ),
        }),
      });
      return this.records.written(transaction, ORGANIZERS, stored.id);
    });
    return this.answer(row, context);
  }

  /** See `FurtherChecks`. */
  async check(
    dto: UpdateOrganizerDto,
    locator: Locator | undefined,
    context: RequestContext,
  ): Promise<void> {
    await this.database.rehearse(async (transaction) => {
      const stored =
        locator && (await this.records.forUpdate(transaction, ORGANIZERS, locator, context));
      this.values(dto, stored, context);
    });
  }

  async remove(
    locator: Locator,
    force: boolean,
    context: RequestContext,
  ): Promise<OrganizerRecord> {
    const row = await this.database.transaction((transaction) =>
      this.records.remove(transaction, ORGANIZERS, locator, force, context),
    );
    const organizer = this.answer(row, context);
    return force ? { ...organizer, status: 'trash' } : organizer;
  }

  private answer(row: OrganizerRow, context: RequestContext): OrganizerRecord {
    return context.conditions.withValidators(presentSingleOrganizer(row, context), row);
  }

  private draft(dto: CreateOrganizerDto, context: RequestContext): Draft<Organizer> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const values = this.values(dto, undefined, context);
    return { values, slug: dto.slug || values.organizer };
  }

  private values(
    dto: UpdateOrganizerDto,
    stored: Organizer | undefined,
    context: RequestContext,
  ): Required<Omit<Organizer, 'id' | 'slug' | 'version'>> {
    const values = Object.assign(recordValues(dto, stored, context), merged(dto, stored, DEFAULTS));
    const { organizer, description, excerpt, phone, website, email } = values;
    return Object.assign(values, {
      name_key: nameKey(organizer),
      search_text: searchable(organizer, description, excerpt, phone, website, email),
    });
  }
}
