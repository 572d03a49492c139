import { Brackets, type SelectQueryBuilder } from 'typeorm';
import { nameKey } from '../../platform/texts';
import type { Database, Transaction } from '../../platform/database';
import type { Taxonomy, Term } from './term.entity';

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
  const terms = await candidates(database.select(entity, 'term'), references);
  const found = references.map((reference) => matchesOf(reference, terms));
  return {
    ids: [...new Set(found.flat().map(({ id }) => id))],
    unknown: references.filter((_reference, index) => found[index].length === 0),
  };
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
  const terms = await candidates(manager.createQueryBuilder(entity, 'term'), references);
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
  terms: SelectQueryBuilder<Term>,
  references: readonly TermReference[],
): Promise<TermKeys[]> {
  if (references.length === 0) return [];
  const ids = references.map(idOf).filter((id) => id !== undefined);
  const texts = references.filter((reference) => typeof reference === 'string');
  return terms
    .select('term.id', 'id')
    .addSelect('term.slug', 'slug')
    .addSelect('term.name', 'name')
    .addSelect('term.name_key', 'name_key')
    .where(
      new Brackets((either) => {
        if (ids.length > 0) either.orWhere('term.id IN (:...ids)', { ids });
        if (texts.length > 0)
          either
            .orWhere('term.slug IN (:...texts)', { texts })
            .orWhere('term.name_key IN (:...keys)', { keys: texts.map(nameKey) });
      }),
    )
    .orderBy('term.id')
    .getRawMany<TermKeys>();
}

export function idOf(reference: TermReference): number | undefined {
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
