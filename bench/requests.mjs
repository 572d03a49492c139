export const PATH = '/cal/events/v1';

/** Generated events have twenty distinct tags; users write hundreds. */
const TAGS = 300;
/** Half of all links go to the first ten records of a kind. */
const HOT = 10;
const KINDS = ['venues', 'organizers', 'categories', 'tags'];
const DESCRIPTION = 'Doors open half an hour earlier, and the bar stays open. '.repeat(8).trim();
const POST = { method: 'POST', headers: { 'Content-Type': 'application/json' } };

/**
 * Returns the ids that creations link to, of each kind.
 *
 * @returns {Promise<Record<string, number[]>>}
 */
export async function linksOf(service) {
  const links = {};
  for (const kind of KINDS) links[kind] = await idsOf(service, kind);
  for (let number = links.tags.length; number < TAGS; number++)
    links.tags.push(JSON.parse(await post(service, '/tags', { name: `Tag ${number}` })).id);
  return links;
}

async function idsOf(service, kind) {
  const ids = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = JSON.parse(
      await read(service, `/${kind}?hide_empty=false&per_page=50&page=${page}`),
    );
    ids.push(...list[kind].map(({ id }) => id));
    pages = list.total_pages;
  }
  return ids;
}

let titled = 0;

/**
 * Returns an event with a unique title, on a random day ahead, with a venue, an organizer, a category and three tags.
 */
export function newEvent({ venues, organizers, categories, tags }, days = 365) {
  const day = new Date(Date.now() + (1 + below(days)) * 86_400_000).toISOString().slice(0, 10);
  const chosen = new Set();
  while (chosen.size < 3) chosen.add(pick(tags));
  return {
    title: `Bench ${process.pid} ${++titled}`,
    description: DESCRIPTION,
    start_date: `${day} 10:00:00`,
    end_date: `${day} 12:00:00`,
    venue: [pick(venues)],
    organizer: [pick(organizers)],
    categories: [pick(categories)],
    tags: [...chosen],
  };
}

const below = (number) => Math.floor(Math.random() * number);
const pick = (ids) => ids[below(Math.random() < 0.5 ? Math.min(HOT, ids.length) : ids.length)];

/** For autocannon: each request creates another event. */
export const creations = (links, days) => ({
  ...POST,
  path: '/events',
  setupRequest: (request) => ({ ...request, body: JSON.stringify(newEvent(links, days)) }),
});

/** @returns {Promise<string>} the body */
export const create = (contender, event = newEvent(contender.links)) =>
  post(contender, '/events', event);

const post = (contender, path, body) =>
  request(contender, path, { ...POST, body: JSON.stringify(body) });

/** @returns {Promise<string>} the body */
export const read = (contender, path) => request(contender, path, {});

async function request(contender, path, options) {
  const response = await fetch(addressOf(contender, path), {
    ...options,
    // `fetch` accepts compressed responses by default, which the bare server does not have.
    headers: { ...options.headers, 'Accept-Encoding': 'identity' },
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${contender.name} ${path}: ${response.status} ${body}`);
  return body;
}

export const addressOf = ({ port }, path) => `http://127.0.0.1:${port}${PATH}${path}`;
