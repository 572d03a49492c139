import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Database, selectRow, SHORT } from '../../platform/database';
import { inLanguage, mainLanguage, type WithTextLanguages } from '../../platform/translations';
import { lastOf } from '../../platform/validation';
import { Category, TOP_LEVEL } from '../categories/category.entity';
import type { EventListQuery } from '../events/dto/event-list-query';
import { Tag } from '../tags/tag.entity';
import { TERM_TRANSLATIONS, type TermRow } from '../terms';
import type { PageAddress, TermAddress } from './page-address';
import { noPage, recordPath } from './record-address';
import type { SiteQuery } from './site-query';
import type { Visit } from './visit';

/** The most categories of the search form. */
const CATEGORIES_MAX = 100;

/** The filters with several values. */
const LISTS = ['categories', 'tags', 'venue', 'organizer'];

const OFFERED_COLUMNS = ['name', 'slug', 'languages', 'translations'];

/** A category or tag in the language of a page. */
export interface OfferedCategory extends WithTextLanguages {
  name: string;
  slug: string;
  language: string;
}

const inLanguageOf = (
  { context }: Visit,
  stored: Pick<TermRow, 'name' | 'slug' | 'languages'> & Pick<TermRow | Category, 'translations'>,
): OfferedCategory => ({
  ...inLanguage(stored, TERM_TRANSLATIONS, context),
  language: mainLanguage(stored, context),
});

/** The events that a page shows. */
export interface Selection {
  query: EventListQuery;
  /** The path of the list, such as `events/category/jazz/`. */
  folder: string;
  /** The category or tag in the path. */
  named?: OfferedCategory;
  /** The category or tag in the path, as a parameter. */
  term: { categories?: string; tags?: string };
  /** The canonical parameters of the list, besides its page. */
  filters: Readonly<Record<string, string>>;
}

/** Reads which events the address of a page selects. */
@Injectable()
export class Selections {
  constructor(private readonly database: Database) {}

  /** @param names the filters of the page */
  async of(
    visit: Visit,
    request: Request,
    { term, isFeatured }: PageAddress,
    sent: SiteQuery,
    names: readonly string[],
  ): Promise<Selection> {
    const values: Request['query'] = { ...request.query, ...(isFeatured && { featured: 'true' }) };
    const filters = names
      .filter((name) => values[name] !== undefined && name !== term?.filter)
      .map((name) => [name, sentText(name, values[name])] as const);
    const selection: Selection = {
      query: { ...sent, ...(isFeatured && { featured: true }) },
      folder: 'events/',
      term: {},
      filters: Object.fromEntries(filters),
    };
    if (term === undefined) return selection;
    const { filter, slug } = term;
    const folder = recordPath(visit, filter, slug);
    if (folder === undefined) throw noPage();
    return {
      ...selection,
      query: { ...selection.query, [filter]: [slug] },
      folder,
      named: inLanguageOf(visit, await this.termOf(term)),
      term: { [filter]: slug },
    };
  }

  /** @throws Problem 404 for an unknown term, and for a category that is not below the ones before it */
  private async termOf({ filter, slug, above }: TermAddress): Promise<Tag | Category> {
    if (filter === 'tags') {
      const tag = await this.database.repository(Tag).findOneBy({ slug });
      if (tag === null) throw noPage();
      return tag;
    }
    const categories = this.database.repository(Category);
    const category = await categories.findOneBy({ slug });
    let parent = category?.parent ?? TOP_LEVEL;
    for (const expected of above.toReversed()) {
      const found = await categories.findOneBy({ id: parent });
      if (found?.slug !== expected) throw noPage();
      ({ parent } = found);
    }
    if (category === null) throw noPage();
    return category;
  }

  /** Returns the categories that the search form offers. */
  async categories(visit: Visit): Promise<OfferedCategory[]> {
    const categories = this.database
      .select(Category, 'category')
      .orderBy('category.name_key')
      .limit(CATEGORIES_MAX);
    const reading = { texts: SHORT, translations: true };
    const rows = await selectRow(categories, reading, OFFERED_COLUMNS).getRawMany<TermRow>();
    return rows
      .map((row) => inLanguageOf(visit, row))
      .sort((one, other) => one.name.localeCompare(other.name, visit.layout.language));
  }
}

/** Returns a parameter as one text. Of a repeated one, lists have all values, others the last one. */
function sentText(name: string, sent: unknown): string {
  const values = [LISTS.includes(name) ? sent : lastOf(sent)].flat();
  return values.filter((value) => typeof value === 'string').join(',');
}
