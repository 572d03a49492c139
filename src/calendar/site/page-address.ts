/** The views of The Events Calendar that select events, but no dates. */
const LISTS = new Set(['list', 'photo', 'map', 'summary', 'upcoming', 'past']);
/** The views with a range of dates. */
const RANGES = new Set(['month', 'week', 'day', 'today']);
/** The news formats of WordPress; all of them are served as Atom. */
const FORMATS = new Set(['rss', 'rss2', 'rdf', 'atom']);
const MONTH_LENGTH = 'YYYY-MM'.length;

/** A category or tag in a path. */
export interface TermAddress {
  /** The parameter with the same meaning. */
  filter: 'categories' | 'tags';
  slug: string;
  /** The ancestors of a category that precede it: some, the nearest last. */
  above: readonly string[];
}

/** The path of a page of events, in the grammar of The Events Calendar. */
export interface PageAddress {
  term?: TermAddress;
  isFeatured: boolean;
  /** `list`, `month`, `day` and so on, if it is in the path. */
  view?: string;
  /** `YYYY-MM` or `YYYY-MM-DD`. */
  date?: string;
  /** The number of the page of a list. */
  page?: number;
  form: 'page' | 'calendar' | 'news';
}

/**
 * Parses the path of a page of events (docs/reference/pages.md#addresses).
 *
 * @param segments after `/events`, decoded
 * @returns undefined for a path that no page has
 */
export function pageAddress(segments: readonly string[]): PageAddress | undefined {
  const rest = [...segments];
  const take = (...names: string[]): boolean => {
    const isNext = rest.length > 0 && names.includes(rest[0]);
    if (isNext) rest.shift();
    return isNext;
  };
  let term: TermAddress | undefined;
  const filter = take('category') ? 'categories' : take('tag') ? 'tags' : undefined;
  if (filter !== undefined) {
    // The first segment is a slug even if it is the name of a view.
    const slugs = rest.splice(0, 1);
    while (filter === 'categories' && rest.length > 0 && !isOfPage(rest[0]))
      slugs.push(...rest.splice(0, 1));
    const slug = slugs.pop();
    if (slug === undefined) return undefined;
    term = { filter, slug, above: slugs };
  }
  const isBefore = take('featured');
  const named = LISTS.has(rest[0]) || RANGES.has(rest[0]) ? rest.shift() : undefined;
  const date = rest.length > 0 && isDate(rest[0]) ? rest.shift() : undefined;
  const isFeatured = isBefore || take('featured');
  let page: number | undefined;
  if (rest[0] === 'page' && /^[1-9]\d{0,8}$/.test(rest.at(1) ?? ''))
    page = Number(rest.splice(0, 2)[1]);
  const form = take('ical') ? 'calendar' : take('feed') ? 'news' : 'page';
  if (form === 'news') take(...FORMATS);
  if (rest.length > 0) return undefined;
  return { term, isFeatured, view: named, date, page, form };
}

const isOfPage = (segment: string): boolean =>
  LISTS.has(segment) ||
  RANGES.has(segment) ||
  ['featured', 'feed', 'ical', 'page'].includes(segment) ||
  isDate(segment);

export const isDate = (text: string): boolean => /^\d{4}-\d{2}(-\d{2})?$/.test(text);

/** Returns the view of a date: `/events/2027-05/` is a month, `/events/2027-05-01/` a day. */
export const viewOf = (date: string): 'month' | 'day' =>
  date.length === MONTH_LENGTH ? 'month' : 'day';

/** Returns whether a view is a list, so that it has no dates of its own. */
export const isList = (view: string): boolean => !RANGES.has(view);
