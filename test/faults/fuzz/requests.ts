import fc from 'fast-check';
import type { Document } from '../../support/openapi-document';
import { NAMESPACE, requestsTo, type Target } from '../../support/fuzz/calls';
import { hostile } from '../../support/fuzz/hostile-requests';
import type { WireRequest } from '../../support/fuzz/wire';
import { type Caller, mayEdit } from './callers';
import { type Canaries, ITEM, pathOf, PLAIN_RECORDS } from './canaries';

/** A request, and whether its connection may be reused: false for requests that try to break it. */
export interface FuzzRequest {
  wire: WireRequest;
  isDecent: boolean;
}

/** Lists and their feeds. */
const LIST = new RegExp(`^(/\\w\\w)?${NAMESPACE}/(?<resource>[a-z]+)(?<form>\\.[a-z.]+)?/?$`);
const READS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const EVERY_STATUS = 'publish,future,draft,pending,private,trash';
const ALWAYS = 'start_date=0001-01-01&end_date=9999-12-31';
const MADE = 100;
const MADE_MAX = 500;

/** Headers that change the response or the apparent client. */
const HEADERS: Record<string, string>[] = [
  { 'If-None-Match': '*' },
  { 'If-None-Match': 'W/"x", "y"' },
  { 'If-Match': '*' },
  { 'If-Match': '"x"' },
  { 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' },
  { 'Idempotency-Key': 'known-1' },
  { 'Idempotency-Key': 'known-2' },
  { Origin: 'https://other.example' },
];

/**
 * Random requests of all callers to all operations, weighted towards reads and events: two
 * thirds are valid or have one or two invalid values, the rest are hostile. A quarter addresses
 * canaries.
 *
 * @param callers repeat a caller to give it a higher weight
 */
export function requestsOf(
  callers: readonly Caller[],
  targets: readonly Target[],
  document: Document,
  canaries: Canaries,
): fc.Arbitrary<FuzzRequest> {
  const called = fc.oneof(
    ...targets.map((target) => {
      const { valid, halfValid } = requestsTo(target, document);
      return { weight: weightOf(target), arbitrary: fc.oneof(valid, halfValid) };
    }),
  );
  const sent = fc
    .record({
      wire: called,
      caller: fc.constantFrom(...callers),
      isAimed: fc.constantFrom(true, false, false, false),
      aim: fc.nat(),
      headers: fc.constantFrom(...HEADERS, ...HEADERS.map(() => ({})), ...HEADERS.map(() => ({}))),
    })
    .map(({ wire, caller, isAimed, aim, headers }) =>
      authorized(withHeaders(isAimed ? aimed(wire, canaries, aim) : wire, headers), caller),
    );
  return fc.oneof(
    { weight: 2, arbitrary: sent.map((wire) => ({ wire, isDecent: true })) },
    { weight: 1, arbitrary: hostile(sent).map((wire) => ({ wire, isDecent: false })) },
  );
}

/**
 * Valid reads of lists and records, some of canaries, whose responses do not depend on the time.
 */
export function readsOf(
  callers: readonly Caller[],
  targets: readonly Target[],
  document: Document,
  canaries: Canaries,
): fc.Arbitrary<WireRequest> {
  const reads = targets.filter(({ method, path }) => method === 'get' && READ.test(path));
  return fc
    .record({
      wire: fc.oneof(
        ...reads.map((target) => ({
          weight: weightOf(target) * (target.path.includes('}') ? 1 : 3),
          arbitrary: requestsTo(target, document).valid,
        })),
      ),
      caller: fc.constantFrom(...callers),
      isAimed: fc.boolean(),
      aim: fc.nat(),
    })
    .map(({ wire, caller, isAimed, aim }) =>
      authorized(isAimed ? aimed(wire, canaries, aim) : wire, caller),
    )
    .filter(({ target }) => !TIMED.test(target));
}

const FEEDS = ['.ics', '.geojson', '.csv', '.atom', '.feed.json'];

/** Reads of all feeds, of the counts, of the file of each canary event, and of the changes. */
export function feedReadsOf({ authorization }: Caller, canaries: Canaries): WireRequest[] {
  const headers: Record<string, string> =
    authorization === undefined ? {} : { Authorization: authorization };
  const always = `${ALWAYS}&status=${EVERY_STATUS}`;
  const targets = [
    ...FEEDS.flatMap((form) => ['', ALWAYS, always].map((query) => `/events${form}?${query}`)),
    ...['category', 'tag', 'venue', 'organizer'].map((by) => `/events/counts?by=${by}&${always}`),
    `/events.ics?${ALWAYS}&details=full`,
    `/events.ics?${always}&details=full`,
    ...canaries.all
      .filter(({ resource }) => resource === 'events')
      .flatMap(({ id, slug, password = '' }, index) => [
        index % 2 === 0 ? `/events/${id}.ics` : `/events/by-slug/${slug}.ics`,
        ...(password === '' ? [] : [`/events/${id}.ics?password=${password}`]),
      ]),
    ...['public', 'all'].map((scope) => `/changes?per_page=200&scope=${scope}`),
    ...canaries.tokens.flatMap((token) =>
      ['', '&records=false'].map((more) => `/changes?per_page=200&sync_token=${token}${more}`),
    ),
  ];
  return targets.map((target) => ({ method: 'GET', target: `${NAMESPACE}${target}`, headers }));
}

/** Lists and records by id; random slugs rarely exist. */
const READ = /^\/[a-z]+s(\.[a-z.]+)?(\/\{id\}(\.ics)?)?$/;
/** Parameters relative to the current time. */
const TIMED = /now|today|tomorrow|yesterday|week|next|strict_dates/i;

const weightOf = ({ method, path }: Target): number =>
  (method === 'get' ? 3 : 1) * (/^\/(events|changes)/.test(path) ? 2 : 1);

const authorized = (wire: WireRequest, { authorization }: Caller): WireRequest =>
  authorization === undefined ? wire : withHeaders(wire, { Authorization: authorization });

const withHeaders = (wire: WireRequest, headers: Record<string, string>): WireRequest => ({
  ...wire,
  headers: { ...wire.headers, ...headers },
});

/** Aims a request at a canary: by its id or slug, with a right or wrong password, or by a search. */
function aimed(wire: WireRequest, canaries: Canaries, aim: number): WireRequest {
  const [path, query = ''] = wire.target.split(/\?(.*)/s);
  const pick = <T>(all: readonly T[], share: number): T =>
    all[Math.floor(aim / share) % all.length];
  const item = ITEM.exec(path)?.groups;
  const list = LIST.exec(path)?.groups;
  const ofKind = canaries.all.filter(
    ({ resource }) => resource === (item?.resource ?? list?.resource),
  );
  if (item && ofKind.length > 0) {
    const { id, slug, password, record } = pick(ofKind, 1);
    const byUid = item.byUid && `by-uid/${encodeURIComponent(String(record.uid))}`;
    const key = byUid ?? (item.bySlug ? `by-slug/${slug}` : String(id));
    const opened = pick(['', '', `password=${password}`, `password=${slug}`], 101);
    const parameters = [query, opened].filter(Boolean).join('&');
    const file = `${key}${item.form ?? ''}`;
    return { ...wire, target: `${item.before}${file}${parameters && `?${parameters}`}` };
  }
  if (!list || wire.method !== 'GET') return wire;
  if (list.resource === 'changes') {
    const token = `sync_token=${pick(canaries.tokens, 7)}`;
    const parameter = pick([token, token, 'scope=all', 'scope=public', 'kinds=events'], 101);
    const more = pick(['', '&records=false', '&per_page=200', '&per_page=200'], 1009);
    return { ...wire, target: `${path}?${parameter}${more}` };
  }
  const { id, status, words } = pick(ofKind.length > 0 ? ofKind : canaries.all, 1);
  const questions =
    ofKind.length > 0
      ? [
          ...Array<string>(5).fill(`search=${pick(words, 101)}`),
          `include=${ofKind.map((canary) => canary.id).join(',')}`,
          `event=${id}`,
          `venue=${id}`,
          `organizer=${id}`,
          `post_parent=${id}`,
          ...(list.form ? ['details=full'] : ['orderby=title']),
          'geoloc=true',
          'geoloc_lat=1&geoloc_lng=1',
          'bbox=-180,-90,180,90',
          'featured=true',
          'has_events=true',
          'only_with_upcoming=true',
        ]
      : [`event=${id}&hide_empty=false`, `post=${id}&hide_empty=false`];
  const statuses = pick(['', '', `&status=${EVERY_STATUS}`, `&status=${status}`], 7);
  return {
    ...wire,
    target: `${path}?${pick(questions, 1009)}${statuses}&${ALWAYS}${list.form ? '' : '&per_page=50'}`,
  };
}

/**
 * Redirects writes that would change a canary, and deletions of plain records, to other records of the kind.
 *
 * @param turn the number of the request
 */
export function diverted(
  wire: WireRequest,
  caller: Caller,
  canaries: Canaries,
  turn: number,
): WireRequest {
  const { method, target } = wire;
  const item = READS.includes(method) ? undefined : ITEM.exec(pathOf(target))?.groups;
  if (!item) return wire;
  const { before, bySlug = '', key, form = '', after } = item;
  const [, rest = ''] = target.split(/(?=[?#])(.*)/s);
  const to = (id: number, slug: string): WireRequest => ({
    ...wire,
    target: `${before}${bySlug}${bySlug ? slug : id}${form}${after}${rest}`,
  });
  const canary = canaries.namedBy(target);
  if (canary && mayEdit(caller, canary)) {
    const index = 1 + (turn % PLAIN_RECORDS);
    return to(index, `known-${index}`);
  }
  const isPlain = bySlug ? key.startsWith('known-') : Number(key) <= PLAIN_RECORDS;
  if (method !== 'DELETE' || !isPlain) return wire;
  return to(MADE + (turn % MADE_MAX), `open-air-${2 + (turn % MADE_MAX)}`);
}
