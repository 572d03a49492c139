import { Injectable } from '@nestjs/common';
import { allValid, fault, invalidParams, type Path, Problem } from '../../platform/errors';
import { compareTexts, nameKey } from '../../platform/texts';
import type { RequestContext } from '../../platform/http/context';
import { entryPath } from '../../platform/validation';
import { batchesOf, type Transaction, type Database } from '../../platform/database';
import { LinkKind } from '../links';
import { presentTerm, type TermRecord, type TermRow } from './term-record';
import { type Taxonomy, type Term, TERM_RIGHTS } from './term.entity';
import type { TermsService } from './terms.service';
import { In, type Repository } from 'typeorm';

/** Each reference is compared with all terms found. */
const MATCHED_MAX = 100;

type NamedTermRow = TermRow & { name_key: string };

/** Categories and tags of events are referenced by name, slug or id. */
@Injectable()
export abstract class TermsOfEvents extends LinkKind<NamedTermRow> {
  abstract override readonly key: Taxonomy['resource'];
  abstract readonly taxonomy: Taxonomy;
  protected abstract readonly terms: TermsService<Term>;
  abstract override readonly counts: string;

  readonly noun = 'term';
  override readonly takesIds = true;

  protected override readonly sortColumn = 'name_key';

  present(row: TermRow, context: RequestContext): TermRecord {
    return presentTerm(row, this.taxonomy, context);
  }

  override sort(rows: NamedTermRow[]): void {
    rows.sort((one, other) => compareTexts(one.name_key, other.name_key));
  }

  /**
   * A term is created for an unknown name; an unknown id is an error
   * (docs/reference/interface.md#categories-and-tags-of-an-event).
   */
  override async resolve(
    transaction: Transaction,
    sent: readonly TermReference[],
    _stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    const found = await matchTerms(transaction, this.taxonomy, sent);
    const ids = await allValid<number[]>(
      ...sent.map(
        (reference, index) => () =>
          found[index] ??
          this.added(transaction, reference, [this.key, ...entryPath(sent, index)], context),
      ),
    );
    return ascending(ids);
  }

  private async added(
    transaction: Transaction,
    reference: TermReference,
    path: Path,
    context: RequestContext,
  ): Promise<number> {
    if (typeof reference === 'number' || idOf(reference) !== undefined)
      throw invalidParams(fault(path, 'not-found', `no such term: ${reference}`));
    if (!TERM_RIGHTS.create(context.caller)) {
      const message = `You may not create ${this.key}.`;
      throw new Problem('rest-forbidden', {
        message,
        faults: [fault(path, 'forbidden', message)],
      });
    }
    // The list may contain the same new name twice.
    const [made] = await matchTerms(transaction, this.taxonomy, [reference]);
    return made ?? insertedOrExisting(this.terms.insert(transaction, { name: reference }, context));
  }

  /** Lists with new names are left to `resolve`. */
  override async resolveAll(
    transaction: Transaction,
    lists: readonly (readonly TermReference[])[],
  ): Promise<(number[] | undefined)[]> {
    const ids = new Map<TermReference, number | undefined>();
    const sent = [...new Set(lists.flat())];
    for (const batch of batchesOf(sent, MATCHED_MAX)) {
      const found = await matchTerms(transaction, this.taxonomy, batch);
      for (const [index, reference] of batch.entries()) ids.set(reference, found[index]);
    }
    return lists.map((list) => {
      const found = list.map((reference) => ids.get(reference));
      return found.every((id) => id !== undefined) ? ascending(found) : undefined;
    });
  }

  override find(sent: readonly TermReference[]): Promise<FoundTerms> {
    return findTerms(this.database, this.taxonomy, sent);
  }
}

const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** A concurrent write may have created a term with the name. */
async function insertedOrExisting(insertion: Promise<number>): Promise<number> {
  try {
    return await insertion;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'term-exists') throw error;
    return Number(error.body.data.term_id);
  }
}

/** An id, a name or a slug. Digits are tried as an id first. */
export type TermReference = number | string;

/** `unknown`: the references without a match. */
export interface FoundTerms {
  ids: number[];
  unknown: TermReference[];
}

type TermKeys = Pick<Term, 'id' | 'slug' | 'name'> & { name_key: string };

/** A name may match several categories. */
export async function findTerms(
  database: Database,
  { entity }: Taxonomy,
  references: readonly TermReference[],
): Promise<FoundTerms> {
  const terms = await candidates(database.repository<Term>(entity), references);
  const ids = new Set<number>();
  const unknown: TermReference[] = [];
  for (const reference of references) {
    const matching = matchesOf(reference, terms);
    if (matching.length === 0) unknown.push(reference);
    for (const { id } of matching) ids.add(id);
  }
  return { ids: [...ids], unknown };
}

/**
 * Returns one term per reference: by id or slug, else by its exact name, else the oldest one with that folded
 * name.
 */
export async function matchTerms(
  { manager }: Transaction,
  { entity }: Taxonomy,
  references: readonly TermReference[],
): Promise<(number | undefined)[]> {
  const terms = await candidates(manager.getRepository<Term>(entity), references);
  return references.map((reference) => {
    const matching = matchesOf(reference, terms);
    const found =
      matching.find(({ slug }) => slug === reference) ??
      matching.find(({ name }) => name === reference) ??
      matching.at(0);
    return found?.id;
  });
}

async function candidates(
  terms: Repository<Term>,
  references: readonly TermReference[],
): Promise<TermKeys[]> {
  if (references.length === 0) return [];
  const ids = references.map(idOf).filter((id) => id !== undefined);
  const texts = references.filter((reference) => typeof reference === 'string');
  const found = await terms.find({
    select: { id: true, slug: true, name: true, name_key: true },
    // SQLite reads the whole table for an empty list.
    where: [
      ...(ids.length > 0 ? [{ id: In(ids) }] : []),
      ...(texts.length > 0 ? [{ slug: In(texts) }, { name_key: In(texts.map(nameKey)) }] : []),
    ],
    order: { id: 'ASC' },
  });
  return found as TermKeys[];
}

function idOf(reference: TermReference): number | undefined {
  if (typeof reference === 'number') return reference;
  return /^\d{1,15}$/.test(reference) ? Number(reference) : undefined;
}

function matchesOf(reference: TermReference, terms: readonly TermKeys[]): TermKeys[] {
  const id = idOf(reference);
  const byId = terms.filter((term) => term.id === id);
  if (byId.length > 0 || typeof reference === 'number') return byId;
  const key = nameKey(reference);
  return terms.filter(({ slug, name_key }) => slug === reference || name_key === key);
}
