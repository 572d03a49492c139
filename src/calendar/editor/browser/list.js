/* The list of events. */

import { element, formatted, language, list, main, when, wordOf, words } from './page.js';
import { get } from './service.js';
import { asText } from './values.js';

const [search] = list.getElementsByTagName('form');
// Swedish dates are those of ISO 8601.
const today = () => new Date().toLocaleDateString('sv', { timeZone: main.dataset.zone });
const LISTED = 'id title start_date all_day status event_status series venue.venue';
const FIELDS = [...LISTED.split(' ').map((name) => `events.${name}`), 'total', 'total_pages'];
const USUAL = 'publish,future,draft,pending,private';
const ALL_YEARS = { start_date: '0002-01-01', end_date: '9998-12-31' };

function monthsAround() {
  const now = new Date();
  return [...Array(37)].map((_, index) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() + index - 12));
    return new Option(
      formatted(month, { month: 'long', year: 'numeric' }),
      asText(month).slice(0, 7),
    );
  });
}

function listQuery(page) {
  const { search: sought, status, month } = search.elements;
  const [year, number] = month.value.split('-').map(Number);
  const dates = {
    '': { start_date: today(), end_date: ALL_YEARS.end_date },
    all: { ...ALL_YEARS, order: 'desc' },
  }[month.value] ?? {
    start_date: `${month.value}-01`,
    end_date: asText(new Date(Date.UTC(year, number, 0))).slice(0, 10),
  };
  return {
    ...dates,
    ...(sought.value.trim() && { search: sought.value.trim() }),
    status: status.value || USUAL,
    page,
  };
}

const readEvents = (query) =>
  get('/events', { lang: language, _fields: FIELDS.join(), per_page: 50, ...query });

/** Returns the words for a record that is not simply published and as planned. */
export const stateOf = ({ status, event_status: state }) =>
  [
    status !== 'publish' && wordOf('status', status),
    state !== 'scheduled' && wordOf('event_status', state),
  ].filter(Boolean);

export function entry(event) {
  const venues = [event.venue ?? []].flat().map(({ venue }) => venue);
  const series = event.series > 0 ? [words.series] : [];
  const states = stateOf(event).map((text) => element('strong', { className: 'status' }, text));
  return element(
    'li',
    {},
    element('span', { className: 'note' }, [when(event), ...venues, ...series].join(' · ')),
    element('a', { href: `#events/${event.id}` }, event.title),
    ...states,
  );
}

/** @param more called with the number of the next page to show it, too */
export async function showList(page, more) {
  const [entries] = list.getElementsByTagName('ul');
  const [count] = list.querySelectorAll('[role=status]');
  const next = list.querySelector(':scope > button');
  // Further events would be of this search, below those of the one before.
  next.hidden = true;
  const { record } = await readEvents(listQuery(page));
  const items = record.events.map(entry);
  if (page === 1) entries.replaceChildren(...items);
  else entries.append(...items);
  count.textContent = record.total
    ? words.found.replace('{count}', record.total.toLocaleString(language))
    : words.none;
  next.hidden = page >= record.total_pages;
  next.onclick = () => more(page + 1);
  if (page > 1) items[0]?.querySelector('a').focus();
}

/** Returns the coming dates of a series, the first 250. */
export async function datesOf(series) {
  const dates = { start_date: today(), end_date: ALL_YEARS.end_date, status: USUAL };
  const events = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, 5); page++) {
    const { record } = await readEvents({ ...dates, series, page });
    events.push(...record.events);
    pages = record.total_pages;
  }
  return events;
}

search.elements.month.append(...monthsAround());
