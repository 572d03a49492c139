import { FieldSelection } from '../../platform/http/context';
import type { RecordPage } from '../../platform/http/pagination';
import { type Html, html } from '../../platform/pages';
import type { Day } from '../events';
import type { EventRecord } from '../events/event-record';
import { recordLink } from './record-address';
import { beginningOf, joined, picture, status, statusName, when } from './record-templates';
import { languageOf, textOf } from './text-language';
import type { OfferedCategory } from './selections';
import type { Parameters, Visit } from './visit';

const MONTH_KEYS = `events.id,events.slug,events.title,events.all_day,events.start_date,events.end_date,
  events.utc_start_date,events.utc_end_date,events.event_status`;

/** What months show of events. */
export const IN_MONTHS = FieldSelection.read(MONTH_KEYS)!;

/** What lists show of events. */
export const IN_LISTS = FieldSelection.read(
  `${MONTH_KEYS},events.event_status_reason,events.previous_start_date,events.timezone_abbr,events.excerpt,
  events.image,events.cost,events.featured,events.is_virtual,events.venue.venue,events.venue.city`,
)!;

/** The most events that a day of a month names. */
const DAY_MAX = 10;

/** Returns the parameter for a page of a list; the first page has none. */
export const pageParameter = (page: number): Parameters => (page > 1 ? { page } : {});

/**
 * Renders a page of a list of events, with its number and the links to other pages.
 *
 * @param path of the list
 */
export function eventList(
  visit: Visit,
  found: RecordPage<EventRecord>,
  path: string,
  parameters: Parameters = {},
): Html {
  const { text, link } = visit;
  const {
    records,
    total,
    pages,
    slice: { page },
  } = found;
  if (total === 0) return html`<p>${text('none')}</p>`;
  const linkTo = (to: number): string => link(path, { ...parameters, ...pageParameter(to) });
  return html`<p class="note">
      ${text('events', { count: total })}${pages > 1 && ` · ${text('page', { page, pages })}`}
    </p>
    ${eventCards(visit, records)}
    ${
      pages > 1 &&
      html`<nav class="pages" aria-label="${text('pagination')}">
        ${page > 1 && html`<a rel="prev" href="${linkTo(page - 1)}">${text('previous')}</a>`}
        ${page < pages && html`<a rel="next" href="${linkTo(page + 1)}">${text('next')}</a>`}
      </nav>`
    }`;
}

/** Renders events without the links to other pages. */
export const eventCards = (visit: Visit, events: readonly EventRecord[]): Html =>
  html`<ol class="events">
    ${events.map((event) => html`<li>${card(visit, event)}</li>`)}
  </ol>`;

function card(visit: Visit, event: EventRecord): Html {
  const { venue, image, cost } = event;
  const excerpt = beginningOf(event.excerpt);
  const places = [venue].flat().map((one) => {
    const fields = (['venue', 'city'] as const).filter((field) => one[field] !== '');
    return joined(fields.map((field) => textOf(visit, one, field)));
  });
  return html`<article class="${event.featured === true ? 'card featured' : 'card'}">
    ${picture(image)}
    <div>
      <h2><a href="${recordLink(visit, 'events', event)}">${textOf(visit, event, 'title')}</a></h2>
      <p>${when(visit, event)} ${status(visit, event)}</p>
      ${places.length > 0 && html`<p class="note">${joined(places, ' · ')}</p>`}
      ${event.is_virtual === true && html`<p class="note">${visit.text('online')}</p>`}
      ${cost !== '' && html`<p class="note">${cost}</p>`}
      ${excerpt !== '' && html`<p>${textOf(visit, { ...event, excerpt }, 'excerpt')}</p>`}
    </div>
  </article>`;
}

/** Renders a month as a grid of days, which is a list on narrow screens. */
export function monthGrid(
  visit: Visit,
  days: readonly Day[],
  { records, total }: RecordPage<EventRecord>,
  linkTo: (day: Day) => string,
  today: Day,
): Html {
  const { dates, text } = visit;
  const unread = total - records.length;
  const heads = dates.weekdays.map((name) => html`<span aria-hidden="true">${name}</span>`);
  const all = records.map((event) => ({ event, ...dates.daysOf(event) }));
  const before = Array.from({ length: dates.column(days[0]) - 1 }, () => html`<span></span>`);
  const cells = days.map((day) => {
    const found = all.filter(({ first, last }) => day >= first && day <= last);
    // Exhibitions of several weeks would hide what is only on this day.
    const sorted = [true, false].flatMap((starts) =>
      found.filter(({ first }) => (first === day) === starts),
    );
    const named = sorted.slice(0, DAY_MAX);
    const further = found.length - named.length;
    const current = day === today && html`aria-current="date"`;
    return html`<div class="${found.length === 0 ? 'day empty' : 'day'}">
      <h2>
        <a href="${linkTo(day)}" aria-label="${dates.dayName(day)}" ${current}
          ><span>${dates.weekdayName(day)}</span> ${Number(day.slice(8))}</a
        >
      </h2>
      ${
        found.length > 0 &&
        html`<ul>
          ${named.map(({ event }) => html`<li>${entry(visit, event, day)}</li>`)}
          ${
            further > 0 &&
            html`<li><a href="${linkTo(day)}">${text('further', { count: further })}</a></li>`
          }
        </ul>`
      }
    </div>`;
  });
  return html`${unread > 0 && html`<p>${text('further', { count: unread })}</p>`}
    ${total === 0 && html`<p>${text('none')}</p>`}
    <div class="month">${heads}${before}${cells}</div>`;
}

/** Renders an event on one of its days. */
function entry(visit: Visit, event: EventRecord, day: string): Html {
  const begins = visit.dates.daysOf(event).first === day && visit.dates.start(event);
  return html`${begins && html`<span class="note">${begins}</span>`}
    <a href="${recordLink(visit, 'events', event)}">${textOf(visit, event, 'title')}</a>
    ${statusName(visit, event)}`;
}

/** Renders the form that searches and filters lists, which keeps the other parameters of the list. */
export function searchForm(
  visit: Visit,
  { search, categories: category, start_date, ...others }: Parameters,
  categories: readonly OfferedCategory[],
): Html {
  const { text, link } = visit;
  const kept = Object.entries(others).filter(([, value]) => value !== undefined);
  return html`<form class="filters" action="${link('events/')}" role="search">
    <label>${text('search')} <input type="search" name="search" value="${search}" /></label>
    <label
      >${text('category')}
      <select name="categories">
        <option value="">${text('all')}</option>
        ${categories.map(
          (offered) =>
            html`<option
              value="${offered.slug}"
              ${languageOf(visit, offered, 'name')}
              ${offered.slug === category && 'selected'}
            >
              ${offered.name}
            </option>`,
        )}
      </select></label
    >
    <label>${text('from')} <input type="date" name="start_date" value="${start_date}" /></label>
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${text('show')}</button>
  </form>`;
}
