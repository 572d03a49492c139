import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database';
import { invalidParams, Problem } from '../../platform/errors';
import type { RequestContext } from '../../platform/request-context';
import { LinkedToEvents, type OfEvent } from '../event-links';
import type { TextReading } from '../records';
import type { Taxonomy } from './taxonomy';
import { presentTerm, type TermRecord, type TermRow } from './term-record';
import { TERM_RIGHTS } from './term-rights';
import { type FoundTerms, idOf, type TermReference, TermReferences } from './term-references';
import { Terms } from './terms';

/** What categories and tags of events share: names and slugs stand for them, beside ids. */
@Injectable()
export abstract class TermsOfEvents extends LinkedToEvents<TermRow> {
  @Inject(Terms) private readonly terms: Terms;
  @Inject(TermReferences) private readonly references: TermReferences;

  abstract readonly taxonomy: Taxonomy;
  abstract override readonly counts: string;

  readonly noun = 'term';

  get key(): Taxonomy['resource'] {
    return this.taxonomy.resource;
  }

  get parameter(): Taxonomy['resource'] {
    return this.taxonomy.resource;
  }

  get entity(): Taxonomy['entity'] {
    return this.taxonomy.entity;
  }

  /** Adds the term of an unknown name. */
  protected abstract insert(
    transaction: Transaction,
    name: string,
    context: RequestContext,
  ): Promise<number>;

  /**
   * The ids of terms: a term is created for an unknown name, and an unknown id is an error
   * (docs/interface.md#categories-and-tags-of-an-event).
   */
  override async resolve(
    transaction: Transaction,
    sent: readonly TermReference[],
    _stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    const { taxonomy, key } = this;
    const ids = new Set<number>();
    for (const [place, id] of (
      await this.references.match(transaction, taxonomy, sent)
    ).entries()) {
      const reference = sent[place];
      if (id !== undefined) {
        ids.add(id);
        continue;
      }
      if (typeof reference === 'number' || idOf(reference) !== undefined)
        throw invalidParams({ [key]: `no such term: ${reference}` });
      if (!TERM_RIGHTS.create(context.caller))
        throw new Problem('rest-forbidden', { message: `You may not create ${key}.` });
      // The list may contain the same new name twice.
      const [made] = await this.references.match(transaction, taxonomy, [reference]);
      ids.add(made ?? (await insertedOrExisting(this.insert(transaction, reference, context))));
    }
    return [...ids].sort((a, b) => a - b);
  }

  override find(sent: readonly TermReference[]): Promise<FoundTerms> {
    return this.references.find(this.taxonomy, sent);
  }

  override read(events: readonly number[], reading: TextReading): Promise<OfEvent<TermRow>[]> {
    const { links, key } = this.taxonomy;
    return this.terms
      .rows(this.taxonomy, reading)
      .addSelect('link.event_id', 'event_id')
      .innerJoin(links, 'link', `link.${key} = term.id`)
      .where('link.event_id IN (:...events)', { events })
      .orderBy('term.name_key')
      .addOrderBy('term.id')
      .getRawMany<OfEvent<TermRow>>();
  }

  override readWhole(ids: readonly number[]): Promise<TermRow[]> {
    return this.terms.readAll(this.taxonomy, ids);
  }

  present(row: TermRow, { links }: RequestContext): TermRecord {
    return presentTerm(row, this.taxonomy, links);
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
