import type { Document } from '../openapi-document';
import { DocumentedResponses } from '../documented-responses';
import { readCalendar } from '../icalendar/read-calendar';
import { noteCalendar } from '../icalendar/seen-calendars';
import { LANGUAGES, NAMESPACE } from './calls';
import type { WireResponse, WireRequest } from './wire';

/** Statuses outside of documented operations; 421: for an unknown host. */
const ELSEWHERE = [400, 404, 405, 413, 414, 415, 421];
/** Statuses of Node, without a body, for requests that do not reach the service. */
const PROTOCOL = [400, 408, 417, 431];
/** Statuses for late or long requests to any address. */
const UNREAD = [408, 414, 431];
/** Matches internals: SQL in capitals, code locations, stacks, files. */
const INSIDE =
  /\bSELECT\b|\bINSERT INTO\b|node_modules|\.[jt]s:\d|\bat \S+ \(|\/src\/|\/tmp\/|SQLite|sqlite|MySQL|mysql/;

/** The host of an absolute URL, and the language. */
const BEFORE_PATH = new RegExp(`^(http://[^/]+)?(/(${LANGUAGES.join('|')})(?=/))?`);

interface Route {
  path: string;
  pattern: RegExp;
  methods: string[];
}

/** Validates the responses to any requests against the OpenAPI document. */
export class ResponseChecker {
  private readonly documented: DocumentedResponses;
  private readonly routes: Route[];

  /** @param elsewhere further statuses allowed outside of documented operations */
  constructor(
    document: Document,
    private readonly elsewhere: readonly number[] = [],
  ) {
    this.documented = new DocumentedResponses(document);
    // `/by-slug/{slug}.ics` before `/by-slug/{slug}`, which matches all of its addresses.
    this.routes = Object.entries(document.paths)
      .sort(([one], [other]) => other.length - one.length)
      .map(([path, item]) => ({ path, pattern: patternOf(path), methods: Object.keys(item) }));
  }

  faults(
    { method, target }: WireRequest,
    { status, contentType, headers, text }: WireResponse,
  ): string[] {
    if (status >= 500) return [`the status is ${status}`];
    if (text === '' && PROTOCOL.includes(status)) return [];
    const isProblem = contentType.startsWith('application/problem+json');
    if (status >= 400 && method !== 'HEAD' && (!isProblem || INSIDE.test(text)))
      return ['it is no problem document, or reveals internals'];
    if (UNREAD.includes(status)) return [];
    const [address, query = ''] = target.replace(BEFORE_PATH, '').split(/[?#](.*)/s);
    if (!address.toLowerCase().startsWith(NAMESPACE)) return [];
    if (method === 'OPTIONS' && status === 204) return text === '' ? [] : ['OPTIONS has a body'];
    const declared = method === 'HEAD' ? 'get' : method.toLowerCase();
    const route = this.routes.find(({ pattern }) => pattern.test(address));
    if (!route?.methods.includes(declared))
      return [...ELSEWHERE, ...this.elsewhere].includes(status)
        ? []
        : [`nothing is there, and the status is ${status}`];
    if (method === 'HEAD') return text === '' ? [] : ['HEAD has a body'];
    const isJson = /[/+]json\b/.test(contentType);
    const body: unknown = isJson ? JSON.parse(text) : text;
    const isPart = /(^|&)_fields/.test(query);
    return [
      ...this.documented.faults(
        declared,
        route.path,
        { status, contentType, body, headers: namesIn(headers) },
        isPart,
      ),
      ...(contentType.startsWith('text/calendar') ? complaintsOf(text) : []),
    ];
  }
}

const namesIn = (headers: string): string[] =>
  [...headers.matchAll(/^[^:\r\n]+(?=:)/gm)].map(([name]) => name.toLowerCase());

/** Other readers parse the calendar later. */
function complaintsOf(calendar: string): string[] {
  noteCalendar(calendar);
  try {
    readCalendar(calendar);
    return [];
  } catch (error) {
    return [`it is no calendar: ${String(error)}`];
  }
}

/** Digits may be percent-encoded, like the whole path. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/^\/$/, '')
    .replace('{id}', '(\\d|%3\\d)+')
    .replace(/\{(slug|uid)\}/, '[^/]+');
  return new RegExp(`^${NAMESPACE}${source}/?$`, 'i');
}
