import { rfc3339 } from '../../platform/dates';
import { Html, html, type Value } from '../../platform/pages';
import { mailtoOf, readableText, uriOf } from '../../platform/texts';
import type { LanguageKeys } from '../../platform/translations';
import { dayOf } from '../events';
import type { EventRecord } from '../events/event-record';
import type { OrganizerRecord } from '../organizers/organizer-record';
import type { SeriesRecord } from '../events/series/series-record';
import type { TermRecord } from '../terms';
import type { VenueRecord } from '../venues/venue-record';
import { recordLink } from './record-address';
import { languageNote, languageOf, textOf } from './text-language';
import { asQuery, type Parameters, type Visit } from './visit';

/** Maximum characters of the description of a page. */
const DESCRIPTION_MAX = 200;

/** Returns the first words of a text with markup, for search engines and previews. */
export function beginningOf(...texts: readonly string[]): string {
  const text = texts.map((html) => readableText(html, DESCRIPTION_MAX, '…')).find(Boolean);
  return text?.replace(/\s+/g, ' ') ?? '';
}

/** Renders an image; a width and height of 0 are unknown. */
export function picture(image: EventRecord['image']): Html | false {
  if (image === false || !/^https?:/.test(image.url)) return false;
  const { url, width, height } = image;
  const size = width > 0 && height > 0 && html`width="${width}" height="${height}"`;
  return html`<img src="${url}" alt="" loading="lazy" ${size} />`;
}

/** Renders the dates of an event, in its zone. */
export function when({ dates }: Visit, event: EventRecord): Html {
  const { all_day, start_date, utc_start_date, timezone_abbr } = event;
  const start = all_day ? dayOf(start_date) : rfc3339(utc_start_date);
  return html`<time datetime="${start}"
    >${dates.span(event)}${!all_day && ` ${timezone_abbr}`}</time
  >`;
}

/** Renders the status of an event that does not take place as planned. */
export function status(visit: Visit, event: EventRecord): Html | false {
  const { previous_start_date: former } = event;
  const { text, dates } = visit;
  const since = former && `(${text('formerly', { date: dates.full(former) })})`;
  const name = statusName(visit, event);
  const reason = event.event_status_reason !== '' && textOf(visit, event, 'event_status_reason');
  return name && html`${name} ${since} ${reason}`;
}

export const statusName = ({ text }: Visit, { event_status: status }: EventRecord): Html | false =>
  status !== 'scheduled' &&
  html`<strong class="status">${text(`status_${status.replace('-', '_')}`)}</strong>`;

/** Renders the picture, the text and the other facts of a record: pairs of a word and its value. */
export function recordBody(
  visit: Visit,
  record: Pick<EventRecord, 'image' | 'description' | keyof LanguageKeys>,
  facts: Readonly<Record<string, Value>>,
  lead?: Html,
): Html {
  const rows = Object.entries(facts)
    .map(([label, value]) => [label, html`${value}`] as const)
    .filter(([, { text }]) => text !== '')
    .map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    );
  const { image, description } = record;
  return html`${picture(image)} ${lead}
  ${
    description !== '' &&
    html`${languageNote(visit, record, 'description')}
      <div class="text" ${languageOf(visit, record, 'description')}>${new Html(description)}</div>`
  }
  ${rows.length > 0 && html`<dl>${rows}</dl>`}`;
}

/** Renders the page of an event, below its title. */
export function eventBody(
  visit: Visit,
  event: EventRecord,
  {
    isOver,
    series,
    dates,
  }: { isOver: boolean; series?: SeriesRecord; dates: readonly EventRecord[] },
): Html {
  const { text, context, lang } = visit;
  const { start_date, utc_start_date, rest_url, id } = event;
  const minutesAhead = (Date.parse(`${start_date}Z`) - Date.parse(`${utc_start_date}Z`)) / 60_000;
  const { links } = context;
  const lead = html`<p class="when">
      ${when(visit, event)}
      <span
        class="note local"
        data-text="${text('local_time')}"
        data-offset="${minutesAhead}"
      ></span>
    </p>
    ${status(visit, event)} ${isOver && html`<p class="note">${text('over')}</p>`}
    ${event.description === '' && languageNote(visit, event, 'title')}`;
  const facts = {
    [text('cost')]: event.cost,
    [text('place')]: [event.venue].flat().map((venue) => html`<p>${placeOf(visit, venue)}</p>`),
    [text('organizers')]: joined(
      [event.organizer]
        .flat()
        .map((one) =>
          linkTo(recordLink(visit, 'organizers', one), textOf(visit, one, 'organizer')),
        ),
    ),
    [text('categories')]: joined(
      event.categories.map((term) => termLink(visit, 'categories', term)),
    ),
    [text('tags')]: joined(event.tags.map((term) => termLink(visit, 'tags', term))),
    [text('website')]: externalLink(event.website),
    [text('online')]: event.is_virtual === true && (externalLink(event.virtual_url) || '✓'),
    [text('series')]:
      series &&
      html`${linkTo(recordLink(visit, 'series', series), textOf(visit, series, 'title'))}<br />${series.schedule_details}`,
  };
  return html`${recordBody(visit, event, facts, lead)}
    <p class="actions">
      <a class="button" href="${links.collection('events')}/${id}.ics${asQuery({ lang })}"
        >${text('add')}</a
      >
      ${linkTo(webcal(visit, {}), text('subscribe'))}
      <a href="${rest_url}${asQuery({ lang })}" type="application/json">JSON</a>
    </p>
    ${
      dates.length > 0 &&
      html`<h2>${text('other_dates')}</h2>
        <ul>
          ${dates.map(
            (one) =>
              html`<li>
                <a href="${recordLink(visit, 'events', one)}">${when(visit, one)}</a>
                ${status(visit, one)}
              </li>`,
          )}
        </ul>`
    }`;
}

export const linkTo = (address: string, label: string | Html): Html =>
  html`<a href="${address}">${label}</a>`;

/** Returns the address of a calendar for subscriptions. */
export const webcal = ({ context, lang }: Visit, filters: Parameters): string =>
  `${context.links.root}/events.ics${asQuery({ ...filters, lang })}`.replace(/^https?:/, 'webcal:');

export const joined = (parts: readonly Html[], separator = ', '): Html =>
  new Html(parts.map(({ text }) => text).join(separator));

const termLink = (visit: Visit, resource: 'categories' | 'tags', term: TermRecord): Html =>
  linkTo(recordLink(visit, resource, term), textOf(visit, term, 'name'));

/** Links to another website. */
const externalLink = (address: string): Html | false =>
  /^https?:\/\//i.test(address) &&
  html`<a href="${uriOf(address)}" rel="noopener nofollow ugc">${address}</a>`;

/** Renders the name, address and map link of a venue. */
const placeOf = (visit: Visit, venue: VenueRecord): Html =>
  html`${linkTo(recordLink(visit, 'venues', venue), textOf(visit, venue, 'venue'))}<br />
    ${mapOf(visit, venue)}`;

/** Renders the address of a place, with a link to OpenStreetMap. */
function mapOf(visit: Visit, venue: VenueRecord): Html {
  const { address, zip, city, stateprovince, country, geo_lat: lat, geo_lng: lng } = venue;
  const parts = [address, [zip, city].filter(Boolean).join(' '), stateprovince, country];
  const shown = [
    textOf(visit, venue, 'address'),
    html`${zip} ${textOf(visit, venue, 'city')}`,
    html`${stateprovince}`,
    html`${country}`,
  ];
  const query = encodeURIComponent([venue.venue, ...parts].filter(Boolean).join(', '));
  const map =
    lat !== undefined && lng !== undefined
      ? `?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
      : `search?query=${query}`;
  return html`${joined(shown.filter((_part, index) => parts[index] !== ''))}
    <a href="https://www.openstreetmap.org/${map}" rel="noopener">${visit.text('map')}</a>`;
}

/** Renders what a venue has, besides its events. */
export const venueBody = (visit: Visit, venue: VenueRecord): Html =>
  recordBody(visit, venue, contact(visit, venue), html`<p>${mapOf(visit, venue)}</p>`);

/** Renders what an organizer has, besides its events. */
export const organizerBody = (visit: Visit, organizer: OrganizerRecord): Html =>
  recordBody(visit, organizer, {
    ...contact(visit, organizer),
    [visit.text('email')]:
      organizer.email !== '' && linkTo(mailtoOf(organizer.email), organizer.email),
  });

const contact = (
  { text }: Visit,
  { phone, website }: { phone: string; website: string },
): Record<string, Value> => ({
  [text('phone')]: phone,
  [text('website')]: externalLink(website),
});

/** Returns the title and the form for the password of a protected record. */
export const passwordForm = ({ text }: Visit, isWrong: boolean): { title: string; main: Html } => ({
  title: text('protected'),
  main: html`<p>${text(isWrong ? 'wrong_password' : 'protected_text')}</p>
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
    </form>`,
});
