import { uncached } from './load.mjs';
import { addressOf } from './requests.mjs';

const CALENDAR = '/events.ics';
/** Its first page is short, whatever the number of events. */
const CHANGES = '/changes?per_page=200&kinds=categories,tags';

/** The reference for the rates of the other polls. */
export const COMPARED = 'default list, warm';

/**
 * Requests that clients repeat: a name, a request, and a goal, which is a share of the rate of the reference or a
 * median latency.
 */
export const ALL_POLLS = [
  { name: COMPARED, requestOf: () => ({ path: '/events' }) },
  {
    name: 'default list, unchanged (304)',
    requestOf: (service) => unchanged(service, '/events'),
  },
  {
    name: 'calendar of 1,000 events, unchanged (304)',
    goal: '0.5×',
    requestOf: (service) => unchanged(service, CALENDAR),
  },
  {
    name: 'calendar of 1,000 events, cached',
    requestOf: () => ({ path: CALENDAR }),
  },
  {
    name: 'calendar of 1,000 events, uncached, 1 client',
    goal: 'p50 60 ms',
    requestOf: () => ({ ...uncached(CALENDAR), connections: 1 }),
  },
  {
    name: 'changes, none, cached',
    goal: '0.5×',
    requestOf: async (service) => ({ path: await upToDate(service) }),
  },
  {
    name: 'changes, none, uncached',
    requestOf: async (service) => uncached(await upToDate(service)),
  },
];

async function unchanged(service, path) {
  const headers = { 'Accept-Encoding': 'identity' };
  const { headers: first } = await responseOf(service, path, headers);
  return { path, headers: { ...headers, 'If-None-Match': first.get('etag') }, expected: '3xx' };
}

/** Returns the address that a client polls when it is up to date. */
async function upToDate(service) {
  for (let path = CHANGES; ;) {
    const { sync_token, more } = await (await responseOf(service, path)).json();
    path = `${CHANGES}&sync_token=${sync_token}`;
    if (!more) return path;
  }
}

async function responseOf(service, path, headers = {}) {
  const response = await fetch(addressOf(service, path), { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
