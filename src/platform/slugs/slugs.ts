import { Injectable } from '@nestjs/common';
import type * as Transliteration from 'transliteration';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { normalForm, singular } from '../texts';
import { batchesOf, type Transaction } from '../database';
import { onDemand } from '../shared';

const transliteration = onDemand<typeof Transliteration>('transliteration', __filename);

type Slugged = EntityTarget<ObjectLiteral & { id: number; slug: string }>;

/** Numbers that are checked together, before larger steps are used. */
const NEAR = Array.from({ length: 20 }, (_, index) => index + 1);
const STRIDES = Array.from({ length: 26 }, (_, index) => 2 ** (index + 5));
const PROBES = 30;
/** Slugs per statement. */
const SLUGS_MAX = 1000;
const NONE: ReadonlySet<string> = new Set();

/**
 * Assigns slugs that are unique within a kind. When two transactions assign the same slug, the
 * unique index rejects the second, which is retried.
 */
@Injectable()
export class Slugs {
  private readonly reserved = new Map<string, Set<string>>();

  /**
   * Assigns a slug, for a kind whose records may have the same title. The slug stays reserved until
   * the transaction has ended, so that concurrent creations with the same title need no retries.
   *
   * @param wanted a slug or a title
   * @param own the id of the record, which may keep its slug
   * @returns the slug, or a free one of `slug-2`, `slug-3` …
   */
  async assign(transaction: Transaction, kind: Slugged, wanted: string, own = 0): Promise<string> {
    const reserved = this.reservedOf(tableOf(transaction, kind));
    for (;;) {
      const free = await this.free(transaction, kind, wanted, own, reserved);
      if (!reserved.has(free)) return reserve(transaction, reserved, free);
    }
  }

  /**
   * Assigns slugs to many new records in a few statements, like `assign`.
   *
   * @returns the slugs, in the same order
   */
  async assignAll(
    transaction: Transaction,
    kind: Slugged,
    wanted: readonly string[],
  ): Promise<string[]> {
    const table = tableOf(transaction, kind);
    const reserved = this.reservedOf(table);
    const slugs = wanted.map((text) => slugify(text, singular(table)));
    const taken = await takenOf(transaction, table, slugs);
    const once = new Set<string>();
    const again = slugs.filter((slug) => taken.has(slug) || once.size === once.add(slug).size);
    const numbered = [...new Set(again)].flatMap(nearOf);
    const checked = new Set([...slugs, ...numbered]);
    for (const slug of await takenOf(transaction, table, numbered)) taken.add(slug);
    const assigned: string[] = [];
    const isFree = (slug: string): boolean => !taken.has(slug) && !reserved.has(slug);
    for (const slug of slugs) {
      const free = isFree(slug) ? slug : nearOf(slug).find(isFree);
      if (free !== undefined && checked.has(free))
        assigned.push(reserve(transaction, reserved, free));
      else assigned.push(await this.assign(transaction, kind, slug));
    }
    return assigned;
  }

  /**
   * Assigns a slug like `assign`, for a kind with unique names: only stored slugs count as taken.
   * Of concurrent creations with the same name the first gets the slug, and the others find its
   * record when they are retried. With a reservation the others would get a number, even if the
   * first one fails.
   */
  async assignByName(
    transaction: Transaction,
    kind: Slugged,
    wanted: string,
    own = 0,
  ): Promise<string> {
    return this.free(transaction, kind, wanted, own, NONE);
  }

  /** Finds a free number with a few queries, even if many records have the same title. */
  private async free(
    transaction: Transaction,
    kind: Slugged,
    wanted: string,
    own: number,
    reserved: ReadonlySet<string>,
  ): Promise<string> {
    const table = tableOf(transaction, kind);
    const slug = slugify(wanted, singular(table));
    /** Returns the first free one of ascending numbers. */
    const firstFree = async (numbers: readonly number[]): Promise<number | undefined> => {
      const slugs = numbers.map((n) => nth(slug, n));
      const taken = await takenOf(transaction, table, slugs, own);
      return numbers.find((_, index) => !taken.has(slugs[index]) && !reserved.has(slugs[index]));
    };
    // Most titles are new: a query for one slug costs less than for many.
    if (!reserved.has(slug) && (await firstFree([1])) === 1) return slug;
    const near = await firstFree(NEAR);
    if (near !== undefined) return nth(slug, near);
    let free = (await firstFree(STRIDES)) ?? Number.MAX_SAFE_INTEGER;
    let taken = Math.max(NEAR.length, ...STRIDES.filter((n) => n < free));
    while (free - taken > 1) {
      const step = Math.max(1, Math.floor((free - taken) / PROBES));
      const probes = Array.from(
        { length: PROBES },
        (_, index) => taken + step * (index + 1),
      ).filter((n) => n < free);
      free = (await firstFree(probes)) ?? free;
      taken = Math.max(taken, ...probes.filter((n) => n < free));
    }
    return nth(slug, free);
  }

  private reservedOf(tableName: string): Set<string> {
    const known = this.reserved.get(tableName) ?? new Set();
    this.reserved.set(tableName, known);
    return known;
  }
}

const tableOf = ({ manager }: Transaction, kind: Slugged): string =>
  manager.connection.getMetadata(kind).tableName;

/** Returns the slugs that are taken by records other than `own`. */
async function takenOf(
  transaction: Transaction,
  table: string,
  slugs: readonly string[],
  own = 0,
): Promise<Set<string>> {
  const taken = new Set<string>();
  const name = transaction.manager.connection.driver.escape(table);
  for (const some of batchesOf(slugs, SLUGS_MAX)) {
    const { rows } = await transaction.run<{ slug: string }>(
      `SELECT slug FROM ${name} WHERE slug IN (${some.map(() => '?').join(', ')}) AND id <> ?`,
      [...some, own],
    );
    for (const { slug } of rows) taken.add(slug);
  }
  return taken;
}

/** Reserves a slug until the transaction has ended. */
function reserve(transaction: Transaction, reserved: Set<string>, slug: string): string {
  reserved.add(slug);
  transaction.onEnd(() => reserved.delete(slug));
  return slug;
}

/** Returns `slug`, `slug-2`, `slug-3` … */
const nth = (slug: string, n: number): string => (n === 1 ? slug : numberedSlug(slug, n));

const nearOf = (slug: string): string[] => NEAR.map((n) => nth(slug, n));

/** The length of a slug column. */
const SLUG_MAX_LENGTH = 200;

/** The maximum length of a generated slug, which leaves room for a number. */
const GENERATED_MAX_LENGTH = 190;

/** The maximum length of a generated slug with a number up to 9999. A slug that is sent back stays the same. */
const UNCHANGED_MAX_LENGTH = 195;

/**
 * Returns the slug of a title or name: lower-case ASCII letters, digits and hyphens, 1 to 190
 * characters; other scripts are transliterated. A text that is already a slug stays the same up to 195
 * characters. Returns `fallback` (itself a slug) if nothing remains, as with emoji.
 *
 * It is idempotent.
 */
export function slugify(text: string, fallback: string): string {
  if (text.length <= UNCHANGED_MAX_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) {
    return text;
  }
  const latin = transliteration().transliterate(
    normalForm(text, 'NFKC')
      // HTML entities are dropped, because slugs contain no special characters: `Ital &amp; co` is
      // `ital-co`.
      .replace(/&(?:[a-z][a-z0-9]{0,30}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, ' ')
      .replace(/['’‘ʼ´`]/g, ''),
  );
  const slug = latin
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return shorten(slug) || fallback;
}

/** Adds a number to a slug, at most 200 characters: `jazz-night`, 2 → `jazz-night-2`. */
export function numberedSlug(slug: string, n: number): string {
  const number = `-${n}`;
  return slug.slice(0, SLUG_MAX_LENGTH - number.length).replace(/-$/, '') + number;
}

/** Cuts between two words, unless more than half of the allowed length would be lost. */
function shorten(slug: string): string {
  if (slug.length <= GENERATED_MAX_LENGTH) {
    return slug;
  }
  const lastHyphen = slug.lastIndexOf('-', GENERATED_MAX_LENGTH);
  return slug.slice(0, lastHyphen > GENERATED_MAX_LENGTH / 2 ? lastHyphen : GENERATED_MAX_LENGTH);
}
