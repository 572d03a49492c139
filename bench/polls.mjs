import { load, uncached } from './load.mjs';
import { addressOf } from './requests.mjs';

const CALENDAR = '/events.ics';
/** The first reading of these is short, however many events there are. */
const CHANGES = '/changes?per_page=200&kinds=categories,tags';

/**
 * What programs ask again and again, which the bare server has not: its name, and its goal, a share
 * of the rate of the default list, warm, or the time of half of the requests.
 */
export const ALL_POLLS = [
  {
    name: 'default list, unchanged (304)',
    run: (service, ...timing) => loadUnchanged(service, '/events', ...timing),
  },
  {
    name: 'calendar of 1,000 events, unchanged (304)',
    goal: '0.5×',
    run: (service, ...timing) => loadUnchanged(service, CALENDAR, ...timing),
  },
  {
    name: 'calendar of 1,000 events, from memory',
    run: (service, ...timing) => load(service, { path: CALENDAR }, ...timing),
  },
  {
    name: 'calendar of 1,000 events, made anew, 1 client',
    goal: 'p50 60 ms',
    run: (service, ...timing) =>
      load(service, { ...uncached(CALENDAR), connections: 1 }, ...timing),
  },
  {
    name: 'changes, none, from memory',
    goal: '0.5×',
    run: async (service, ...timing) => load(service, { path: await upToDate(service) }, ...timing),
  },
  {
    name: 'changes, none, looked for',
    run: async (service, ...timing) => load(service, uncached(await upToDate(service)), ...timing),
  },
];

/** Asks for what has not changed since it was read. */
async function loadUnchanged(service, path, ...timing) {
  const headers = { 'Accept-Encoding': 'identity' };
  const { headers: answered } = await answerOf(service, path, headers);
  const unchanged = { ...headers, 'If-None-Match': answered.get('etag') };
  return load(service, { path, headers: unchanged, answers: '3xx' }, ...timing);
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
