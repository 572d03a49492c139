import type { Document } from '../../contract/openapi-document';
import { DocumentedAnswers } from '../documented-answers';
import { LANGUAGES } from './calls';
import type { WireAnswer, WireRequest } from './wire';

/** What may be answered where no operation of the document is. */
const ELSEWHERE = [400, 404, 405, 413, 414, 415];
/** What Node answers, without a body, to a request that the service never sees. */
const PROTOCOL = [400, 408, 417, 431];

const INSIDE =
  /\bSELECT\b|\bINSERT INTO\b|node_modules|\.[jt]s:\d|\bat \S+ \(|\/src\/|sqlite|mysql/i;

/** Judges answers by the OpenAPI document. */
export class Judge {
  private readonly answers: DocumentedAnswers;
  /** What stands before the path that is routed. */
  private readonly segment: RegExp;
  private readonly routes: { template: string; pattern: RegExp; methods: string[] }[];

  constructor(document: Document) {
    this.segment = new RegExp(`^(http://[^/]+)?(/(${LANGUAGES.join('|')})(?=/))?`);
    this.answers = new DocumentedAnswers(document);
    this.routes = Object.entries(document.paths).map(([template, item]) => ({
      template,
      pattern: new RegExp(
        `^/cal/events/v1${template
          .replace(/^\/$/, '')
          .replace('{id}', '(\\d|%3\\d)+')
          .replace('{slug}', '[^/]+')}/?$`,
        'i',
      ),
      methods: Object.keys(item),
    }));
  }

  /** What is wrong with an answer; nothing when it keeps its promises. */
  faults({ method, target }: WireRequest, { status, headers, text }: WireAnswer): string[] {
    if (status >= 500) return [`the status is ${status}`];
    if (text === '' && PROTOCOL.includes(status)) return [];
    const [path, query = ''] = target.replace(this.segment, '').split(/[?#](.*)/s);
    const route = this.routes.find(({ pattern }) => pattern.test(path));
    if (text === '' && method === 'OPTIONS' && status === 204) return [];
    const contentType = String(headers['content-type'] ?? '');
    const isProblem = contentType.startsWith('application/problem+json');
    if (status >= 400 && method !== 'HEAD' && (!isProblem || INSIDE.test(text)))
      return ['it is no problem document, or tells of the inside'];
    if (!/^\/cal\/events\/v1/i.test(path)) return [];
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    if (!route?.methods.includes(asked))
      return ELSEWHERE.includes(status) ? [] : [`nothing is there, and the status is ${status}`];
    if (method === 'HEAD') return text === '' ? [] : ['HEAD has a body'];
    return this.answers.faults(
      asked,
      route.template,
      { status, contentType, body: text === '' ? '' : JSON.parse(text) },
      /(^|&)_fields/.test(query),
    );
  }
}
