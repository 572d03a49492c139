import { Injectable } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Transaction } from '../database';
import { singular } from '../routing';
import { numberedSlug, slugify } from './slug';

type Slugged = EntityTarget<ObjectLiteral & { id: number; slug: string }>;

/** Numbers that are tried one by one, before the free one is looked for in strides. */
const NEAR = Array.from({ length: 20 }, (_, place) => place + 1);
const STRIDES = Array.from({ length: 26 }, (_, place) => 2 ** (place + 5));
const PROBES = 30;
const NONE: ReadonlySet<string> = new Set();

/** Slugs that are unique within their kind. A race for one ends at the unique index, and the transaction runs again. */
@Injectable()
export class Slugs {
  private readonly reserved = new Map<string, Set<string>>();

  /**
   * For a kind whose records may share their title: the slug stays reserved until the transaction has
   * ended, so that many of one title that are written at once need not race.
   *
   * @param wanted a slug or a title
   * @param own the id of the record that may keep the slug it has
   * @returns the slug, or a free one of `slug-2`, `slug-3` …
   */
  async assign(transaction: Transaction, kind: Slugged, wanted: string, own = 0): Promise<string> {
    const reserved = this.reservedOf(tableOf(transaction, kind));
    for (;;) {
      const free = await this.free(transaction, kind, wanted, own, reserved);
      if (reserved.has(free)) continue;
      reserved.add(free);
      transaction.onEnd(() => reserved.delete(free));
      return free;
    }
  }

  /**
   * As `assign`, for a kind whose names are unique, too: only what is stored counts as taken. Of those
   * who make one name at once the first has its slug, and the others find that record when they run
   * again, whereas a reservation would leave them with a number should the first fail.
   */
  async assignByName(
    transaction: Transaction,
    kind: Slugged,
    wanted: string,
    own = 0,
  ): Promise<string> {
    return this.free(transaction, kind, wanted, own, NONE);
  }

  /** Finds a free number in a few look-ups, however many records have the title. */
  private async free(
    transaction: Transaction,
    kind: Slugged,
    wanted: string,
    own: number,
    reserved: ReadonlySet<string>,
  ): Promise<string> {
    const slug = slugify(wanted, singular(tableOf(transaction, kind)));
    const isTaken = async (numbers: number[]): Promise<(n: number) => boolean> => {
      const named = new Map(numbers.map((n) => [n, n === 1 ? slug : numberedSlug(slug, n)]));
      const rows = await transaction.manager
        .createQueryBuilder(kind, 'record')
        .select('record.slug', 'slug')
        .where('record.slug IN (:...slugs)', { slugs: [...named.values()] })
        .andWhere('record.id <> :own', { own })
        .getRawMany<{ slug: string }>();
      const taken = new Set(rows.map((row) => row.slug));
      return (n) => taken.has(named.get(n) ?? '') || reserved.has(named.get(n) ?? '');
    };
    const first = NEAR.find(not(await isTaken(NEAR)));
    if (first !== undefined) return first === 1 ? slug : numberedSlug(slug, first);
    let taken = NEAR.length;
    const strided = await isTaken(STRIDES);
    let free = STRIDES.find(not(strided)) ?? Number.MAX_SAFE_INTEGER;
    taken = Math.max(taken, ...STRIDES.filter((n) => n < free));
    while (free - taken > 1) {
      const step = Math.max(1, Math.floor((free - taken) / PROBES));
      const probes = Array.from(
        { length: PROBES },
        (_, place) => taken + step * (place + 1),
      ).filter((n) => n < free);
      const probed = await isTaken(probes);
      const next = probes.find(not(probed));
      taken = Math.max(taken, ...probes.filter((n) => n < (next ?? free)));
      free = next ?? free;
    }
    return numberedSlug(slug, free);
  }

  private reservedOf(tableName: string): Set<string> {
    const known = this.reserved.get(tableName) ?? new Set();
    this.reserved.set(tableName, known);
    return known;
  }
}

const tableOf = ({ manager }: Transaction, kind: Slugged): string =>
  manager.connection.getMetadata(kind).tableName;

const not =
  (test: (n: number) => boolean) =>
  (n: number): boolean =>
    !test(n);
