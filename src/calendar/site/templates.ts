import { Html, html } from '../../platform/pages';
import { mailtoOf, readableText, uriOf } from '../../platform/texts';
import type { EventRecord } from '../events/event-record';
import type { OrganizerRecord } from '../organizers/organizer-record';
import type { SeriesRecord } from '../events/series/series-record';
import type { VenueRecord } from '../venues/venue-record';
import type { Visit } from './visit';

/** Maximum characters of the description of a page. */
const DESCRIPTION_MAX = 200;

/** The keys of events in months, as in `_fields`. */
export const MONTH_KEYS =
  'id slug title url all_day start_date end_date utc_start_date utc_end_date event_status'
    .split(' ')
    .map((key) => `events.${key}`);

/** The keys of events in lists, as in `_fields`. */
export const LISTED_KEYS = [
  ...MONTH_KEYS,
  ...'excerpt image timezone_abbr cost featured event_status_reason previous_start_date is_virtual venue.venue venue.city'
    .split(' ')
    .map((key) => `events.${key}`),
];

/** A page of a list: the events, and the links to the pages around it. */
export interface EventPage {
  events: readonly EventRecord[];
  total: number;
  page: number;
  pages: number;
  /** Returns the link to another page. */
  linkTo: (page: number) => string;
}

/** Returns a list, which may be one record. */
export const listOf = <T>(value: T | readonly T[]): readonly T[] =>
  Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** Returns the first words of a text with markup, for search engines and previews. */
export function beginningOf(...texts: readonly string[]): string {
  const text = texts.map((html) => readableText(html, DESCRIPTION_MAX, '…')).find(Boolean);
  return text?.replace(/\s+/g, ' ') ?? '';
}

/** Renders a list of events, with its number and the links to other pages. */
export function eventList(visit: Visit, { events, total, page, pages, linkTo }: EventPage): Html {
  const { text } = visit;
  if (total === 0) return html`<p>${text('none')}</p>`;
  return html`<p class="note">
      ${text('events', { count: total })}${pages > 1 && ` · ${text('page', { page, pages })}`}
    </p>
    ${eventCards(visit, events)}
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
  const { venue, image, cost, excerpt } = event;
  const places = listOf(venue).map(({ venue: name, city }) =>
    [name, city].filter(Boolean).join(', '),
  );
  return html`<article class="${event.featured === true ? 'card featured' : 'card'}">
    ${picture(image, '')}
    <div>
      <h2><a href="${eventLink(visit, event)}">${event.title}</a></h2>
      <p>${when(visit, event)} ${status(visit, event)}</p>
      ${places.length > 0 && html`<p class="note">${places.join(' · ')}</p>`}
      ${event.is_virtual === true && html`<p class="note">${visit.text('online')}</p>`}
      ${cost !== '' && html`<p class="note">${cost}</p>`}
      ${excerpt !== '' && html`<p>${beginningOf(excerpt)}</p>`}
    </div>
  </article>`;
}

/** Renders an image; a width and height of 0 are unknown. */
function picture(image: EventRecord['image'], label: string): Html | false {
  if (image === false || !/^https?:/.test(image.url)) return false;
  const { url, width, height } = image;
  const size = width > 0 && height > 0 && html`width="${width}" height="${height}"`;
  return html`<img src="${url}" alt="${label}" loading="lazy" ${size} />`;
}

/** Renders the dates of an event, in its zone. */
function when({ dates }: Visit, event: EventRecord): Html {
  const zone = event.all_day ? '' : ` ${event.timezone_abbr}`;
  return html`<time datetime="${utcOf(event)}">${dates.span(event)}${zone}</time>`;
}

const utcOf = ({ all_day, start_date, utc_start_date }: EventRecord): string =>
  all_day ? start_date.slice(0, 10) : `${utc_start_date.replace(' ', 'T')}Z`;

/** Returns the minutes that the zone of an event is ahead of UTC at its start. */
const offsetOf = ({ start_date, utc_start_date }: EventRecord): number =>
  (Date.parse(`${start_date}Z`) - Date.parse(`${utc_start_date}Z`)) / 60_000;

/** Renders the status of an event that does not take place as planned. */
function status(visit: Visit, event: EventRecord): Html | false {
  const { event_status_reason: reason, previous_start_date: former } = event;
  const { text, dates } = visit;
  const since = former && `(${text('formerly', { date: dates.full(former) })})`;
  const name = statusName(visit, event);
  return name && html`${name} ${since} ${reason}`;
}

const statusName = ({ text }: Visit, { event_status: status }: EventRecord): Html | false =>
  status !== 'scheduled' && html`<strong class="status">${text(`status_${status}`)}</strong>`;

/** Returns the link to the page of an event: here in the same language, or by its template. */
const eventLink = (visit: Visit, { slug, url }: Pick<EventRecord, 'slug' | 'url'>): string =>
  recordLink(visit, 'events', 'event', slug, url);

/** Returns the link to the page of a record, in the language of the page unless it has a template. */
export function recordLink(
  { context, link }: Visit,
  resource: string,
  folder: string,
  slug: string,
  url: string,
): string {
  const isHere = context.site.pages[resource]?.startsWith('/');
  return isHere ? link(`${folder}/${encodeURIComponent(slug)}/`) : url;
}

/** Renders the page of an event, below its title. */
export function eventBody(
  visit: Visit,
  event: EventRecord,
  others: { series?: SeriesRecord; dates: readonly EventRecord[] },
): Html {
  const { text, context } = visit;
  const { categories, tags, organizer, website, virtual_url: online, rest_url, id } = event;
  const file = `${context.links.collection('events')}/${id}.ics`;
  return html`${picture(event.image, '')}
    <p class="when">
      ${when(visit, event)}
      <span
        class="note local"
        data-text="${text('local_time')}"
        data-offset="${offsetOf(event)}"
      ></span>
    </p>
    ${status(visit, event)}
    <div class="text">${new Html(event.description)}</div>
    <dl>
      ${row(text('cost'), event.cost)}
      ${listOf(event.venue).map((venue) => row(text('place'), placeOf(visit, venue)))}
      ${row(
        text('organizers'),
        listOf(organizer).map(
          (one) =>
            html`<a href="${recordLink(visit, 'organizers', 'organizer', one.slug, one.url)}"
              >${one.organizer}</a
            >`,
        ),
      )}
      ${row(text('categories'), termLinks(visit, 'category', categories))}
      ${row(text('tags'), termLinks(visit, 'tag', tags))}
      ${row(text('website'), externalLink(website))} ${row(text('online'), externalLink(online))}
      ${others.series && row(text('series'), seriesLink(visit, others.series))}
    </dl>
    <p class="actions">
      <a class="button" href="${file}">${text('add')}</a>
      <a href="${webcal(visit, 'events.ics')}">${text('subscribe')}</a>
      <a href="${rest_url}" type="application/json">JSON</a>
    </p>
    ${
      others.dates.length > 0 &&
      html`<h2>${text('other_dates')}</h2>
        <ul>
          ${others.dates.map(
            (one) =>
              html`<li>
                <a href="${eventLink(visit, one)}">${when(visit, one)}</a> ${status(visit, one)}
              </li>`,
          )}
        </ul>`
    }`;
}

const seriesLink = (visit: Visit, { slug, title, url }: SeriesRecord): Html =>
  html`<a href="${recordLink(visit, 'series', 'series', slug, url)}">${title}</a>`;

/** Renders a row of a list of facts; nothing without a value. */
function row(label: string, value: Html | string | false | readonly Html[]): Html | false {
  const isEmpty = value === '' || value === false || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return false;
  const parts = (Array.isArray(value) ? value : [value]) as readonly (Html | string)[];
  const list = parts.map((part) => html`${part}`.text).join(', ');
  return html`<dt>${label}</dt>
    <dd>${new Html(list)}</dd>`;
}

/** Links to another website. */
const externalLink = (address: string): Html | false =>
  /^https?:\/\//i.test(address) &&
  html`<a href="${uriOf(address)}" rel="noopener nofollow ugc">${address}</a>`;

const termLinks = (
  { link }: Visit,
  kind: 'category' | 'tag',
  terms: readonly { name: string; slug: string }[],
): Html[] =>
  terms.map(
    ({ name, slug }) =>
      html`<a href="${link(`events/${kind}/${encodeURIComponent(slug)}/`)}">${name}</a>`,
  );

/** Renders the name, address and map link of a venue. */
function placeOf(visit: Visit, venue: VenueRecord): Html {
  const { venue: name, slug, url } = venue;
  return html`<a href="${recordLink(visit, 'venues', 'venue', slug, url)}">${name}</a
    ><br />${addressOf(venue)} <a href="${mapOf(venue)}" rel="noopener">${visit.text('map')}</a>`;
}

function addressOf({ address, zip, city, stateprovince, country }: VenueRecord): string {
  return [address, [zip, city].filter(Boolean).join(' '), stateprovince, country]
    .filter(Boolean)
    .join(', ');
}

/** Returns the address of a place in OpenStreetMap. */
function mapOf(venue: VenueRecord): string {
  const { geo_lat: lat, geo_lng: lng } = venue as { geo_lat?: number; geo_lng?: number };
  if (typeof lat === 'number' && typeof lng === 'number')
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
  const query = [venue.venue, addressOf(venue)].filter(Boolean).join(', ');
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}

/** Returns the address of a calendar for subscriptions. */
export const webcal = ({ context }: Visit, path: string): string =>
  `${context.links.root}/${path}`.replace(/^https?:/, 'webcal:');

/** Renders what a venue has, besides its events. */
export const venueBody = (visit: Visit, venue: VenueRecord): Html =>
  html`${picture(venue.image, '')}
    <p>${addressOf(venue)} <a href="${mapOf(venue)}" rel="noopener">${visit.text('map')}</a></p>
    <div class="text">${new Html(venue.description)}</div>
    <dl>${contact(visit, venue)}</dl>`;

/** Renders what an organizer has, besides its events. */
export const organizerBody = (visit: Visit, organizer: OrganizerRecord): Html =>
  html`${picture(organizer.image, '')}
    <div class="text">${new Html(organizer.description)}</div>
    <dl>
      ${contact(visit, organizer)}
      ${
        organizer.email !== '' &&
        row(
          visit.text('email'),
          html`<a href="${mailtoOf(organizer.email)}">${organizer.email}</a>`,
        )
      }
    </dl>`;

const contact = ({ text }: Visit, { phone, website }: { phone: string; website: string }) => [
  row(text('phone'), phone),
  row(text('website'), externalLink(website)),
];

export const seriesBody = (series: SeriesRecord): Html =>
  html`${picture(series.image, '')}
    <div class="text">${new Html(series.description)}</div>`;

/** A day of a month: its events, and the number of further ones. */
export interface MonthDay {
  day: string;
  events: readonly EventRecord[];
  further: number;
}

/** Renders a month as a grid of days, which is a list on narrow screens. */
export function monthGrid(
  visit: Visit,
  days: readonly MonthDay[],
  linkTo: (day: string) => string,
  today: string,
): Html {
  const { dates, text } = visit;
  const heads = dates.weekdays.map((name) => html`<span aria-hidden="true">${name}</span>`);
  const cells = days.map(({ day, events, further }, index) => {
    const names = [
      'day',
      index === 0 && `column-${dates.column(day)}`,
      events.length === 0 && 'empty',
    ];
    const current = day === today && html`aria-current="date"`;
    return html`<div class="${names.filter(Boolean).join(' ')}">
      <h2>
        <a href="${linkTo(day)}" aria-label="${dates.dayName(day)}" ${current}
          >${Number(day.slice(8))}</a
        >
      </h2>
      ${
        events.length > 0 &&
        html`<ul>
          ${events.map((event) => html`<li>${entry(visit, event, day)}</li>`)}
          ${
            further > 0 &&
            html`<li><a href="${linkTo(day)}">${text('further', { count: further })}</a></li>`
          }
        </ul>`
      }
    </div>`;
  });
  return html`<div class="month">${heads}${cells}</div>`;
}

/** Renders an event on one of its days. */
function entry(visit: Visit, event: EventRecord, day: string): Html {
  const begins = visit.dates.daysOf(event).first === day && visit.dates.start(event);
  return html`${begins && html`<span class="note">${begins}</span>`}
    <a href="${eventLink(visit, event)}">${event.title}</a> ${statusName(visit, event)}`;
}

/** The values of the search form. */
export interface SearchValues {
  search?: string;
  category?: string;
  date?: string;
}

/** Renders the form that searches and filters lists. */
export function searchForm(
  { text, link }: Visit,
  { search = '', category = '', date = '' }: SearchValues,
  categories: readonly { name: string; slug: string }[],
): Html {
  return html`<form class="filters" action="${link('events/')}" role="search">
    <label>${text('search')} <input type="search" name="search" value="${search}" /></label>
    <label
      >${text('category')}
      <select name="categories">
        <option value="">${text('all')}</option>
        ${categories.map(
          ({ name, slug }) =>
            html`<option value="${slug}" ${slug === category && 'selected'}>${name}</option>`,
        )}
      </select></label
    >
    <label>${text('from')} <input type="date" name="start_date" value="${date}" /></label>
    <button>${text('show')}</button>
  </form>`;
}

/** Renders the form for the password of a protected record. */
export const passwordForm = ({ text }: Visit, isWrong: boolean): Html =>
  html`<h1>${text('protected')}</h1>
    <p>${text(isWrong ? 'wrong_password' : 'protected_text')}</p>
    <form class="filters" method="post">
      <label
        >${text('password')}
        <input
          type="password"
          name="password"
          required
          autocomplete="off"
          ${isWrong && 'aria-invalid="true"'}
      /></label>
      <button>${text('open')}</button>
    </form>`;
