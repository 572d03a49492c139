import { Injectable } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Transaction } from '../database';
import { singular } from '../routing';
import { nextFreeSlug, slugify } from './slug';

/**
 * Slugs that are unique within their kind, also while many records of one title are written at
 * once: a slug stays reserved until the transaction that asked for it has ended. A race with another
 * instance ends at the unique index, and the transaction runs again.
 */
@Injectable()
export class Slugs {
  private readonly reserved = new Map<string, Set<string>>();

  /**
   * @param wanted a slug or a title
   * @param own the id of the record that may keep the slug it has
   * @returns the slug, or the first free of `slug-2`, `slug-3` …
   */
  async assign(
    transaction: Transaction,
    kind: EntityTarget<ObjectLiteral & { id: number; slug: string }>,
    wanted: string,
    own = 0,
  ): Promise<string> {
    const { manager } = transaction;
    const { tableName } = manager.connection.getMetadata(kind);
    const slug = slugify(wanted, singular(tableName));
    const rows = await manager
      .createQueryBuilder(kind, 'record')
      .select('record.slug', 'slug')
      .where('(record.slug = :slug OR record.slug LIKE :numbered)', {
        slug,
        numbered: `${slug}-%`,
      })
      .andWhere('record.id <> :own', { own })
      .getRawMany<{ slug: string }>();
    const reserved = this.reservedOf(tableName);
    const free = nextFreeSlug(slug, new Set([...rows.map((row) => row.slug), ...reserved]));
    reserved.add(free);
    transaction.onEnd(() => reserved.delete(free));
    return free;
  }

  private reservedOf(tableName: string): Set<string> {
    const known = this.reserved.get(tableName) ?? new Set();
    this.reserved.set(tableName, known);
    return known;
  }
}
