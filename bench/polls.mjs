import { uncached } from './load.mjs';
import { addressOf } from './requests.mjs';

const CALENDAR = '/events.ics';
/** The first reading of these is short, however many events there are. */
const CHANGES = '/changes?per_page=200&kinds=categories,tags';

/** What the rates of the others are shares of. */
export const COMPARED = 'default list, warm';

/**
 * What programs ask again and again, of the service alone: its name, what is sent to a service,
 * and its goal, a share of the rate of the default list, warm, or the time of half of the requests.
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
    name: 'calendar of 1,000 events, from memory',
    requestOf: () => ({ path: CALENDAR }),
  },
  {
    name: 'calendar of 1,000 events, made anew, 1 client',
    goal: 'p50 60 ms',
    requestOf: () => ({ ...uncached(CALENDAR), connections: 1 }),
  },
  {
    name: 'changes, none, from memory',
    goal: '0.5×',
    requestOf: async (service) => ({ path: await upToDate(service) }),
  },
  {
    name: 'changes, none, looked for',
    requestOf: async (service) => uncached(await upToDate(service)),
  },
];

/** A request for what has not changed since it was read. */
async function unchanged(service, path) {
  const headers = { 'Accept-Encoding': 'identity' };
  const { headers: answered } = await answerOf(service, path, headers);
  return { path, headers: { ...headers, 'If-None-Match': answered.get('etag') }, answers: '3xx' };
}

/** The address at which a copy asks that has everything. */
async function upToDate(service) {
  for (let path = CHANGES; ;) {
    const { sync_token, more } = await (await answerOf(service, path)).json();
    path = `${CHANGES}&sync_token=${sync_token}`;
    if (!more) return path;
  }
}

async function answerOf(service, path, headers = {}) {
  const answer = await fetch(addressOf(service, path), { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
