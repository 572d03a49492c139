/**
 * node bench/bare.mjs <database URL>
 *
 * The baseline of the benchmark: node:http and mysql2, without a framework, an ORM or a cache. Its responses to
 * lists, events and creations are byte for byte those of the service, from tables of its own (bare.sql). It sends all
 * statements of an event or a creation in one packet, and those of a list in two: first the events of the page, with
 * the counters before them for a far page. It prints its port, and ends on SIGTERM.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import mysql from 'mysql2/promise';

const require = createRequire(import.meta.url);
// Only modules without Nest: the 1,800 files of Nest in memory double the time of garbage collection.
const { DateWords } = require('../dist/calendar/events/schedule-words/date-words.js');
const { presentCost } = require('../dist/calendar/events/cost/cost.js');
const { presentJsonLd } = require('../dist/calendar/posts/json-ld.js');
const { presentPerson } = require('../dist/calendar/organizers/organizer-json-ld.js');
const { presentPlace } = require('../dist/calendar/venues/venue-json-ld.js');
const { offsetText, toInstant, utcText } = require('../dist/platform/dates/wall-clock.js');
const { ZONE_RULES } = require('../dist/platform/dates/zone.js');
const { plainText } = require('../dist/platform/texts/index.js');

const PATH = '/cal/events/v1';
const PER_PAGE = 15;
/** From this offset on, the counters find the first day of a page. */
const FAR = 150;
const TRIES = 5;
const NO_CURRENCY = { symbol: '', code: '', position: '' };
const OPTIONS = {
  uri: process.argv[2],
  charset: 'utf8mb4',
  dateStrings: true,
  multipleStatements: true,
};
// As in the service (`mysql-session.ts`), because the server's defaults may differ.
const SESSION = `SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_TRANS_TABLES', SESSION autocommit = 1,
  SESSION foreign_key_checks = 1, SESSION sql_safe_updates = 0, SESSION time_zone = '+00:00',
  SESSION sql_select_limit = 18446744073709551615`;

const setup = await mysql.createConnection(OPTIONS);
await setup.query(`${SESSION}; ${readFileSync(join(import.meta.dirname, 'bare.sql'), 'utf8')}`);
const [[{ uuid: calendar }]] = await setup.query('SELECT uuid FROM calendar_identity');
await setup.end();

const pool = mysql.createPool({ ...OPTIONS, connectionLimit: 16 });
pool.on('connection', (connection) => connection.query(SESSION));

/**
 * Sends statements in one packet.
 * @returns the rows of each
 */
const send = async (sql, connection = pool) => (await connection.query(sql))[0];

const EVENT = `SELECT e.id, e.author, e.status, e.date_utc, e.modified_utc, e.title, e.description, e.excerpt,
  e.slug, e.all_day, e.start_date, e.end_date, e.start_utc, e.end_utc, e.timezone, e.cost, e.website,
  e.show_map, e.show_map_link, e.hide_from_listings, e.sticky, e.featured, e.ticketed, e.post_parent,
  e.custom_fields, e.event_status, e.event_status_reason, e.previous_start_date, e.is_virtual,
  e.virtual_event_type, e.virtual_url, e.uid, e.series, e.recurrence_id, e.overrides,
  e.languages FROM bare_events e`;
const FRAME =
  'l.event_id, r.id, r.author, r.status, r.date_utc, r.modified_utc, r.description, r.excerpt, r.slug, r.languages';
const TERM = 'l.event_id, r.id, r.name, r.slug, r.description, r.name_key, r.languages, c.count';

/** Rows are sorted in JavaScript: MariaDB would sort rows with long texts on disk. */
const linkedTo = (ids) => `
  SELECT l.position, ${FRAME}, r.venue, r.address, r.city, r.country, r.province, r.state, r.zip, r.phone,
    r.website, r.stateprovince, r.geo_lat, r.geo_lng, r.show_map, r.show_map_link
    FROM bare_event_venues l JOIN venues r ON r.id = l.venue_id WHERE l.event_id IN (${ids});
  SELECT l.position, ${FRAME}, r.organizer, r.phone, r.website, r.email
    FROM bare_event_organizers l JOIN organizers r ON r.id = l.organizer_id WHERE l.event_id IN (${ids});
  SELECT ${TERM}, r.parent FROM bare_event_categories l JOIN categories r ON r.id = l.category_id
    JOIN bare_category_counts c ON c.category_id = r.id WHERE l.event_id IN (${ids});
  SELECT ${TERM} FROM bare_event_tags l JOIN tags r ON r.id = l.tag_id
    JOIN bare_tag_counts c ON c.tag_id = r.id WHERE l.event_id IN (${ids})`;

async function list(page, site) {
  const today = new Date().toISOString().slice(0, 10);
  const last = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`;
  const [from, to] = [`${today} 00:00:00`, `${last} 23:59:59`];
  const { total, rows } = await pageOf(from, to, (page - 1) * PER_PAGE);
  const linked = rows.length > 0 ? await send(linkedTo(rows.map(({ id }) => id))) : [];
  const pages = Math.ceil(total / PER_PAGE);
  const address = (number, isPrevious = false) =>
    `${site.root}/events/?per_page=${PER_PAGE}&start_date=${encodeURIComponent(from)}&end_date=${encodeURIComponent(to)}` +
    `&status=publish${isPrevious && number === 1 ? '' : `&page=${number}`}`;
  return {
    events: eventsOf(rows, linked, site),
    rest_url: address(page),
    ...(page < pages && { next_rest_url: address(page + 1) }),
    ...(page > 1 && { previous_rest_url: address(page - 1, true) }),
    total,
    total_pages: pages,
  };
}

/** Reads the total of a window from the counters, minus the events that end after it, and a page of events. */
async function pageOf(from, to, offset) {
  const inDays = `FROM bare_days WHERE day BETWEEN '${from}' AND '${to}'`;
  const late = `FROM bare_events WHERE end_utc > '${to}' AND listed_start BETWEEN '${from}' AND '${to}'`;
  const rowsFrom = (start, place) =>
    `${EVENT} WHERE listed_start BETWEEN '${start}' AND '${to}' AND end_utc BETWEEN '${start}' AND '${to}'
      ORDER BY listed_start, id LIMIT ${place}, ${PER_PAGE}`;
  if (offset < FAR) {
    const [[{ total }], rows] = await send(
      `SELECT (SELECT COALESCE(SUM(count), 0) ${inDays}) - (SELECT COUNT(*) ${late}) AS total;
      ${rowsFrom(from, offset)}`,
    );
    return { total: Number(total), rows };
  }
  const [days, lateDays] = await send(
    `SELECT day, count ${inDays} ORDER BY day;
    SELECT DATE(listed_start) AS day, COUNT(*) AS count ${late} GROUP BY 1`,
  );
  const less = new Map(lateDays.map(({ day, count }) => [day, count]));
  let [total, start] = [0];
  for (const { day, count } of days) {
    const listed = count - (less.get(day) ?? 0);
    if (start === undefined && total + listed > offset) start = rowsFrom(day, offset - total);
    total += listed;
  }
  return { total, rows: start === undefined ? [] : await send(start) };
}

async function single(id, site) {
  return withJsonLd(await send(`${EVENT} WHERE e.id = ${id}; ${linkedTo(id)}`), site);
}

function withJsonLd([rows, ...linked], site) {
  const [event] = eventsOf(rows, linked, site);
  event.json_ld = jsonLdOf(event);
  return event;
}

/** Adds a public event in UTC with its links, in one transaction. */
async function create({ title, ...sent }, site) {
  const base = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const connection = await pool.getConnection();
  try {
    for (let slug = base, tries = 1; ; tries++)
      try {
        const event = rowOf({ title, slug, ...sent });
        const [, { insertId }, ...results] = await send(creationOf(event, sent), connection);
        return withJsonLd([[{ ...event, id: insertId }], ...results.slice(-4)], site);
      } catch (error) {
        await connection.query('ROLLBACK');
        if (error.code !== 'ER_DUP_ENTRY' || tries === TRIES) throw error;
        slug = await nextSlug(base);
      }
  } finally {
    connection.release();
  }
}

function rowOf({ title, slug, description, start_date, end_date }) {
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return {
    author: 0,
    status: 'publish',
    date_utc: now,
    modified_utc: now,
    title,
    description,
    excerpt: '',
    slug,
    all_day: 0,
    start_date,
    end_date,
    start_utc: start_date,
    end_utc: end_date,
    timezone: 'UTC',
    cost: '[]',
    website: '',
    show_map: 0,
    show_map_link: 0,
    hide_from_listings: 0,
    sticky: 0,
    featured: 0,
    ticketed: 0,
    post_parent: null,
    custom_fields: '{}',
    event_status: 'scheduled',
    event_status_reason: '',
    previous_start_date: '',
    is_virtual: 0,
    virtual_event_type: '',
    virtual_url: '',
    uid: null,
    series: null,
    recurrence_id: '',
    overrides: '[]',
    languages: '',
    listed_start: start_date,
  };
}

/** Foreign keys lock the linked records. Counters are locked last and in a fixed order, to avoid deadlocks. */
function creationOf(event, sent) {
  const [start, end] = [event.start_utc, event.end_utc].map((text) => mysql.escape(text));
  const links = (table, key, position = () => '') =>
    `INSERT INTO ${table} VALUES ${sent[key].map(
      (id, place) => `(LAST_INSERT_ID(), ${Number(id)},${position(place)} ${start}, ${end})`,
    )};`;
  const counts = (table, key, column) =>
    `UPDATE ${table} SET count = count + 1 WHERE ${column} IN (${sent[key].map(Number)});`;
  return `START TRANSACTION;
    ${mysql.format('INSERT INTO bare_events SET ?', event)};
    ${links('bare_event_venues', 'venue', (place) => ` ${place},`)}
    ${links('bare_event_organizers', 'organizer', (place) => ` ${place},`)}
    ${links('bare_event_categories', 'categories')}
    ${links('bare_event_tags', 'tags')}
    INSERT INTO bare_days VALUES (DATE(${start}), 1) ON DUPLICATE KEY UPDATE count = count + 1;
    ${counts('bare_category_counts', 'categories', 'category_id')}
    ${counts('bare_tag_counts', 'tags', 'tag_id')}
    COMMIT;
    ${linkedTo('LAST_INSERT_ID()')}`;
}

async function nextSlug(base) {
  const [{ number }] = await send(
    `SELECT COALESCE(MAX(CAST(SUBSTRING(slug, ${base.length + 2}) AS UNSIGNED)), 1) + 1 AS number
      FROM bare_events WHERE slug LIKE '${base}-%'`,
  );
  return `${base}-${number}`;
}

function eventsOf(rows, linked, site) {
  const byPosition = (one, other) => one.position - other.position;
  const byName = (one, other) => (one.name_key < other.name_key ? -1 : 1);
  const [venues = [], organizers = [], categories = [], tags = []] = linked;
  return rows.map((row) => {
    const of = (all, order, present) =>
      all
        .filter(({ event_id }) => event_id === row.id)
        .sort(order)
        .map(present);
    const placed = of(venues, byPosition, (venue) => venueOf(venue, site));
    return eventOf(row, site, {
      categories: of(categories, byName, (term) =>
        termOf(term, 'categories', 'event_category', site),
      ),
      tags: of(tags, byName, (term) => termOf(term, 'tags', 'event_tag', site)),
      venue: placed.length === 1 ? placed[0] : placed,
      organizer: of(organizers, byPosition, (organizer) => organizerOf(organizer, site)),
    });
  });
}

function detailsOf(clock) {
  return {
    year: clock.slice(0, 4),
    month: clock.slice(5, 7),
    day: clock.slice(8, 10),
    hour: clock.slice(11, 13),
    minutes: clock.slice(14, 16),
    seconds: clock.slice(17, 19),
  };
}

function eventOf(row, { root, hostname }, { categories, tags, venue, organizer }) {
  const url = `${root}/events/${row.id}`;
  const global_id = `${hostname}?id=${row.id}`;
  const { cost, cost_details } = presentCost(JSON.parse(row.cost), NO_CURRENCY);
  const start = Date.parse(`${row.start_utc.replace(' ', 'T')}Z`);
  return {
    id: row.id,
    global_id,
    global_id_lineage: [global_id],
    author: String(row.author),
    status: row.status,
    date: row.date_utc,
    date_utc: row.date_utc,
    modified: row.modified_utc,
    modified_utc: row.modified_utc,
    url,
    rest_url: url,
    title: row.title,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: false,
    all_day: row.all_day === 1,
    start_date: row.start_date,
    start_date_details: detailsOf(row.start_date),
    end_date: row.end_date,
    end_date_details: detailsOf(row.end_date),
    utc_start_date: row.start_utc,
    utc_start_date_details: detailsOf(row.start_utc),
    utc_end_date: row.end_utc,
    utc_end_date_details: detailsOf(row.end_utc),
    timezone: row.timezone,
    timezone_abbr: ZONE_RULES.find(row.timezone).abbreviationAt(start),
    cost,
    cost_details,
    website: row.website,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    categories,
    tags,
    venue,
    organizer,
    custom_fields: JSON.parse(row.custom_fields),
    post_parent: row.post_parent ?? 0,
    ticketed: row.ticketed === 1,
    event_status: row.event_status,
    event_status_reason: row.event_status_reason,
    previous_start_date: row.previous_start_date,
    is_virtual: row.is_virtual === 1,
    virtual_event_type: row.virtual_event_type,
    // Links are visible to everybody, as with ACCESS=open.
    virtual_url: row.virtual_url,
    uid: row.uid ?? `${row.id}-${calendar}`,
    start: offsetText(row.start_date, row.start_utc),
    end: offsetText(row.end_date, row.end_utc),
    series: row.series ?? 0,
    recurrence_id: row.recurrence_id,
    overrides: JSON.parse(row.overrides),
    ...languagesOf(row),
    schedule_details: spanOf(row),
  };
}

function languagesOf({ languages }) {
  const [, own = '', ...named] = languages.split(',');
  const language = own || 'en';
  return { language, languages: [language, ...named.slice(0, -1)] };
}

const dates = new DateWords('en');
const spans = new Map();

function spanOf({ start_date, end_date, all_day }) {
  const key = [start_date, end_date, all_day].join();
  const span = spans.get(key) ?? dates.span(start_date, end_date, all_day === 1);
  spans.set(key, span);
  return span;
}

function venueOf(row, { root, hostname }) {
  const url = `${root}/venues/${row.id}`;
  const global_id = `${hostname}?id=${row.id}`;
  return {
    id: row.id,
    author: String(row.author),
    status: row.status,
    date: row.date_utc,
    date_utc: row.date_utc,
    modified: row.modified_utc,
    modified_utc: row.modified_utc,
    url,
    rest_url: url,
    venue: row.venue,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: false,
    address: row.address,
    city: row.city,
    country: row.country,
    province: row.province,
    state: row.state,
    zip: row.zip,
    phone: row.phone,
    website: row.website,
    stateprovince: row.stateprovince,
    ...(row.geo_lat !== null && { geo_lat: row.geo_lat, geo_lng: row.geo_lng }),
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    global_id,
    global_id_lineage: [global_id],
    ...languagesOf(row),
  };
}

function organizerOf(row, { root, hostname }) {
  const url = `${root}/organizers/${row.id}`;
  const global_id = `${hostname}?id=${row.id}`;
  return {
    id: row.id,
    author: String(row.author),
    status: row.status,
    date: row.date_utc,
    date_utc: row.date_utc,
    modified: row.modified_utc,
    modified_utc: row.modified_utc,
    url,
    rest_url: url,
    organizer: row.organizer,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: false,
    phone: row.phone,
    website: row.website,
    email: row.email,
    global_id,
    global_id_lineage: [global_id],
    ...languagesOf(row),
  };
}

function termOf(row, resource, taxonomy, { root }) {
  const { id, name, slug, description, count, parent } = row;
  const collection = `${root}/${resource}`;
  return {
    id,
    name,
    slug,
    description,
    taxonomy,
    ...(parent !== undefined && { parent }),
    count,
    url: `${collection}/${id}`,
    meta: [],
    urls: {
      self: `${collection}/${id}`,
      collection,
      ...(parent > 0 && { up: `${collection}/${parent}` }),
    },
    ...languagesOf(row),
  };
}

const SCHEMA = 'https://schema.org/';
const STATUSES = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
  'moved-online': 'EventMovedOnline',
};

function jsonLdOf(event) {
  const { event_status, previous_start_date: previous, timezone } = event;
  const isMoved = event_status === 'scheduled' && previous !== '';
  const previousUtc = () => utcText(toInstant(previous, ZONE_RULES.find(timezone)));
  const isHybrid = event.virtual_event_type === 'hybrid';
  const [venue] = [event.venue].flat();
  const online = { '@type': 'VirtualLocation', url: event.virtual_url || event.url };
  const place = venue && (!event.is_virtual || isHybrid) ? presentPlace(venue) : undefined;
  const location = event.is_virtual && place ? [place, online] : (place ?? online);
  const virtualMode = isHybrid ? 'Mixed' : 'Online';
  const [organizer] = event.organizer;
  const { currency_code, values } = event.cost_details;
  return presentJsonLd({
    '@type': 'Event',
    name: event.title,
    description: plainText(event.excerpt || event.description),
    url: event.url,
    inLanguage: event.language,
    eventStatus: `${SCHEMA}${isMoved ? 'EventRescheduled' : STATUSES[event_status]}`,
    ...(isMoved && { previousStartDate: offsetText(previous, previousUtc()) }),
    startDate: event.start,
    endDate: event.end,
    eventAttendanceMode: `${SCHEMA}${event.is_virtual ? virtualMode : 'Offline'}EventAttendanceMode`,
    ...((event.is_virtual || place) && { location }),
    ...(organizer && { organizer: presentPerson(organizer) }),
    ...(/^\d/.test(values[0]) && {
      offers: {
        '@type': 'Offer',
        price: values[0],
        ...(currency_code !== '' && { priceCurrency: currency_code }),
        url: event.website || event.url,
      },
    }),
  });
}

async function respond(request) {
  const { host } = request.headers;
  const site = { root: `http://${host}${PATH}`, hostname: host.split(':')[0] };
  if (request.method === 'POST') return create(JSON.parse(await text(request)), site);
  const [path, query] = request.url.split('?');
  if (path === `${PATH}/events`)
    return list(Number(new URLSearchParams(query).get('page') ?? 1), site);
  return single(Number(path.slice(`${PATH}/events/`.length)), site);
}

const server = createServer(async (request, response) => {
  try {
    const body = Buffer.from(JSON.stringify(await respond(request)));
    response.writeHead(request.method === 'POST' ? 201 : 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    });
    response.end(body);
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end();
  }
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('SIGTERM', () => process.exit(0));
