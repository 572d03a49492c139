/*
 * node bench/bare.mjs <url of the database>
 *
 * The reference of the benchmark: what node:http and mysql2 do without a framework, a mapper or a
 * cache. It answers the default list, one event and a creation from the service's own tables, byte
 * for byte as the service does; the rules of costs, images and zones are the service's.
 *
 * It prints the port that it listens on, and ends with SIGTERM.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createPool } from 'mysql2/promise';

const require = createRequire(import.meta.url);
const { presentCost } = require('../dist/calendar/events/cost/cost.js');
const { eventJsonLd } = require('../dist/calendar/events/reading/event-json-ld.js');
const { presentImage } = require('../dist/calendar/records/present-image.js');
const { offsetText, ZONE_RULES } = require('../dist/platform/foundation/dates/index.js');
const { searchable, nameKey } = require('../dist/platform/foundation/texts/index.js');
const { slugify } = require('../dist/platform/storage/slugs/index.js');

const PATH = '/cal/events/v1';
const PER_PAGE = 15;
const CONNECTIONS = 10;
const SESSION = `SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_TRANS_TABLES', SESSION autocommit = 1,
  SESSION foreign_key_checks = 1, SESSION sql_safe_updates = 0, SESSION time_zone = '+00:00',
  SESSION sql_select_limit = 18446744073709551615`;
const NO_CURRENCY = { symbol: '', code: '', position: '' };
const NO_IMAGE_SETTINGS = { IMAGE_SIZES: {} };

const pool = createPool({
  uri: process.argv[2],
  connectionLimit: CONNECTIONS,
  timezone: 'Z',
  dateStrings: true,
});
// The service sets its own too (`mysql-session.ts`): the server may begin sessions with others.
pool.on('connection', (connection) => connection.query(SESSION));

const EVENT_COLUMNS = `id, author, status, date_utc, modified_utc, slug, description, excerpt, image,
  image_details, title, all_day, start_date, end_date, start_utc, end_utc, timezone, cost, website,
  show_map, show_map_link, hide_from_listings, sticky, featured, ticketed, post_parent, custom_fields,
  event_status, event_status_reason, previous_start_date, is_virtual, virtual_event_type, virtual_url,
  uid`;

async function rowsOf(sql, values = [], connection = pool) {
  const [rows] = await connection.query(sql, values);
  return rows;
}

/** The UUID of the calendar, which the service reads once as well. */
const [{ uuid: calendar }] = await rowsOf('SELECT uuid FROM calendar_identity');

/** The default list, or another page of it. */
async function list(page, root) {
  const today = new Date().toISOString().slice(0, 10);
  const until = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`;
  const [from, to] = [`${today} 00:00:00`, `${until} 23:59:59`];
  const window = 'listed_start >= ? AND listed_start <= ? AND end_utc <= ?';
  const [[{ total }], ids] = await Promise.all([
    rowsOf(`SELECT COUNT(*) AS total FROM events WHERE ${window}`, [from, to, to]),
    rowsOf(
      `SELECT id FROM events WHERE ${window} ORDER BY listed_start, id LIMIT ${PER_PAGE} OFFSET ?`,
      [from, to, to, (page - 1) * PER_PAGE],
    ),
  ]);
  const pages = Math.ceil(total / PER_PAGE);
  const address = (number, isPrevious = false) =>
    `${root}/events/?per_page=${PER_PAGE}&start_date=${encodeURIComponent(from)}&end_date=${encodeURIComponent(to)}` +
    `&status=publish${isPrevious && number === 1 ? '' : `&page=${number}`}`;
  return {
    events: await eventsOf(
      ids.map(({ id }) => id),
      root,
    ),
    rest_url: address(page),
    ...(page < pages && { next_rest_url: address(page + 1) }),
    ...(page > 1 && { previous_rest_url: address(page - 1, true) }),
    total,
    total_pages: pages,
  };
}

async function eventsOf(ids, root, connection = pool) {
  if (ids.length === 0) return [];
  const linked = (table, columns, links, key, order) =>
    rowsOf(
      `SELECT link.event_id, ${columns} FROM ${links} link JOIN ${table} r ON r.id = link.${key}
       WHERE link.event_id IN (?) ORDER BY ${order}`,
      [ids],
      connection,
    );
  const terms = (table, counts, links, key, parent) =>
    rowsOf(
      `SELECT link.event_id, r.id, r.name, r.slug, r.description, ${parent} counted.count
       FROM ${links} link JOIN ${table} r ON r.id = link.${key}
       JOIN ${counts} counted ON counted.${key} = r.id
       WHERE link.event_id IN (?) ORDER BY r.name_key, r.id`,
      [ids],
      connection,
    );
  const [events, venues, organizers, categories, tags] = await Promise.all([
    rowsOf(`SELECT ${EVENT_COLUMNS} FROM events WHERE id IN (?)`, [ids], connection),
    linked('venues', 'r.*', 'event_venues', 'venue_id', 'link.position'),
    linked('organizers', 'r.*', 'event_organizers', 'organizer_id', 'link.position'),
    terms('categories', 'category_counts', 'event_categories', 'category_id', 'r.parent,'),
    terms('tags', 'tag_counts', 'event_tags', 'tag_id', ''),
  ]);
  const of = (rows, id, present) =>
    rows.filter((row) => row.event_id === id && row.status !== 'trash').map(present);
  const known = new Map(events.map((row) => [row.id, row]));
  return ids.map((id) => {
    const placed = of(venues, id, (row) => venueOf(row, root));
    return eventOf(known.get(id), root, {
      categories: of(categories, id, (row) => termOf(row, 'categories', 'event_category', root)),
      tags: of(tags, id, (row) => termOf(row, 'tags', 'event_tag', root)),
      venue: placed.length === 1 ? placed[0] : placed,
      organizer: of(organizers, id, (row) => organizerOf(row, root)),
    });
  });
}

function frameOf(resource, row, root) {
  const address = `${root}/${resource}/${row.id}`;
  return {
    author: String(row.author),
    status: row.status,
    date: row.date_utc,
    date_utc: row.date_utc,
    modified: row.modified_utc,
    modified_utc: row.modified_utc,
    url: address,
    rest_url: address,
  };
}

function globalIds(id, root) {
  const global_id = `${new URL(root).hostname}?id=${id}`;
  return { global_id, global_id_lineage: [global_id] };
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

function eventOf(row, root, { categories, tags, venue, organizer }) {
  const { cost, cost_details } = presentCost(JSON.parse(row.cost), NO_CURRENCY);
  const start = Date.parse(`${row.start_utc.replace(' ', 'T')}Z`);
  return {
    id: row.id,
    ...globalIds(row.id, root),
    ...frameOf('events', row, root),
    title: row.title,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, NO_IMAGE_SETTINGS),
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
    // As with ACCESS=open: nobody is kept from a link.
    virtual_url: row.virtual_url,
    uid: row.uid ?? `${row.id}-${calendar}`,
    start: offsetText(row.start_date, row.start_utc),
    end: offsetText(row.end_date, row.end_utc),
  };
}

function venueOf(row, root) {
  return {
    id: row.id,
    ...frameOf('venues', row, root),
    venue: row.venue,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, NO_IMAGE_SETTINGS),
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
    ...globalIds(row.id, root),
  };
}

function organizerOf(row, root) {
  return {
    id: row.id,
    ...frameOf('organizers', row, root),
    organizer: row.organizer,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, NO_IMAGE_SETTINGS),
    phone: row.phone,
    website: row.website,
    email: row.email,
    ...globalIds(row.id, root),
  };
}

function termOf({ id, name, slug, description, count, parent }, resource, taxonomy, root) {
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
  };
}

async function single(id, root, connection) {
  const [event] = await eventsOf([id], root, connection);
  return { ...event, json_ld: eventJsonLd(event, ZONE_RULES) };
}

/** Adds an event with a title and two local times in UTC. */
async function create({ title, start_date, end_date }, root) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const base = slugify(title);
    const taken = await rowsOf(
      'SELECT slug FROM events WHERE slug = ? OR slug LIKE ?',
      [base, `${base}-%`],
      connection,
    );
    const numbers = taken.map(({ slug }) => Number(slug.slice(base.length + 1)) || 1);
    const slug = taken.length === 0 ? base : `${base}-${Math.max(...numbers) + 1}`;
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
    const [{ insertId }] = await connection.query('INSERT INTO events SET ?', {
      author: 0,
      status: 'publish',
      date_utc: now,
      modified_utc: now,
      slug,
      description: '',
      excerpt: '',
      title,
      title_key: nameKey(title),
      all_day: false,
      start_date,
      end_date,
      start_utc: start_date,
      end_utc: end_date,
      timezone: 'UTC',
      zone_rules: ZONE_RULES.release,
      cost: '[]',
      website: '',
      show_map: false,
      show_map_link: false,
      hide_from_listings: false,
      sticky: false,
      featured: false,
      ticketed: false,
      custom_fields: '{}',
      event_status: 'scheduled',
      event_status_reason: '',
      previous_start_date: '',
      is_virtual: false,
      virtual_event_type: '',
      virtual_url: '',
      virtual_show_to: 'everyone',
      uid: null,
      listed_start: start_date,
      listed_month: Number(start_date.slice(0, 4)) * 12 + Number(start_date.slice(5, 7)),
      open_start: start_date,
    });
    await connection.query('INSERT INTO event_texts SET ?', {
      start_utc: start_date,
      event_id: insertId,
      listed: true,
      end_utc: end_date,
      content: searchable(title, '', ''),
    });
    await connection.query('INSERT INTO changes SET ?', {
      kind: 'events',
      record_id: insertId,
      type: 'created',
      version: 1,
      public_before: false,
      public_after: true,
      changed_utc: now,
    });
    await connection.commit();
    return await single(insertId, root, connection);
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

async function readBody(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://bare');
  const root = `http://${request.headers.host}${PATH}`;
  if (request.method === 'POST') return create(await readBody(request), root);
  if (pathname === `${PATH}/events`) return list(Number(searchParams.get('page') ?? 1), root);
  return single(Number(pathname.slice(`${PATH}/events/`.length)), root);
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => {
      response.writeHead(request.method === 'POST' ? 201 : 200, {
        'Content-Type': 'application/json; charset=utf-8',
      });
      response.end(JSON.stringify(body));
    },
    (error) => {
      process.stderr.write(`${error.stack}\n`);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('SIGTERM', () => process.exit(0));
