import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../platform/request-context';
import { may } from '../../../platform/access';
import type { Transaction } from '../../../platform/database';
import { allValid, invalidParams, Problem } from '../../../platform/errors';
import { CategoriesService } from '../../categories/categories.service';
import { CATEGORIES } from '../../categories/category.entity';
import { OrganizersService } from '../../organizers/organizers.service';
import { TAGS } from '../../tags/tag.entity';
import { TagsService } from '../../tags/tags.service';
import { idOf, type Taxonomy, type TermReference, TermReferences } from '../../terms';
import { VenuesService } from '../../venues/venues.service';
import type { UpdateEventDto } from '../dto/update-event.dto';
import type { EventLinks } from './event-links';

/** Finds or creates the venues, organizers, categories and tags of an event that is written. */
@Injectable()
export class EventReferences {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
    private readonly terms: TermReferences,
  ) {}

  /**
   * The links after a write: what was sent, or else what is stored. New venues, organizers and
   * terms are created.
   */
  async resolve(
    transaction: Transaction,
    { venue, organizer, categories, tags }: UpdateEventDto,
    stored: EventLinks,
    context: RequestContext,
  ): Promise<EventLinks> {
    const [venues, organizers, categoryIds, tagIds] = await allValid(
      () =>
        venue
          ? inside('venue', this.venues.resolve(transaction, venue, stored.venues, context))
          : stored.venues,
      () =>
        organizer
          ? inside(
              'organizer',
              this.organizers.resolve(transaction, organizer, stored.organizers, context),
            )
          : stored.organizers,
      () =>
        categories
          ? this.resolveTerms(transaction, CATEGORIES, categories, context, (name) =>
              this.categories.insert(transaction, { name }, context),
            )
          : stored.categories,
      () =>
        tags
          ? this.resolveTerms(transaction, TAGS, tags, context, (name) =>
              this.tags.insert(transaction, { name }, context),
            )
          : stored.tags,
    );
    return { venues, organizers, categories: categoryIds, tags: tagIds };
  }

  /**
   * The ids of terms: a term is created for an unknown name, and an unknown id is an error
   * (docs/interface.md#categories-and-tags-of-an-event).
   */
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
      if (typeof reference === 'number' || idOf(reference) !== undefined)
        throw invalidParams({ [resource]: `no such term: ${reference}` });
      if (!may.createTerms(caller))
        throw new Problem('rest-forbidden', { message: `You may not create ${resource}.` });
      // The list may contain the same new name twice.
      const [made] = await this.terms.match(transaction, taxonomy, [reference]);
      ids.add(made ?? (await insertedOrExisting(insert(reference))));
    }
    return [...ids].sort((a, b) => a - b);
  }
}

/** A new term, or the term with its name that another write has created meanwhile. */
async function insertedOrExisting(insertion: Promise<number>): Promise<number> {
  try {
    return await insertion;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'term-exists') throw error;
    return Number(error.body.data.term_id);
  }
}

/** Adds the field of the event to errors about the data in that field. */
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
