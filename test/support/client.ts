import * as http from 'node:http';
import * as https from 'node:https';
import { stringify } from 'qs';
import { noteCalendar } from './icalendar/seen-calendars';

/** Any JSON object. A test that reads nested values declares their type. */
export type Fields = Record<string, unknown>;

export interface TestResponse<Body = Fields> {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of another media type. */
  body: Body;
}

export interface RequestInit {
  query?: Fields;
  /** An object is sent as JSON, URLSearchParams as a form, a string or a Buffer unchanged as JSON. */
  body?: Fields | URLSearchParams | string | Buffer;
  headers?: Record<string, string>;
}

/** An HTTP client; paths are relative to the root of the interface, such as `/events`. */
export class Client {
  constructor(
    readonly url: string,
    /** Headers of every request, such as a credential. */
    private readonly headers: Record<string, string> = {},
  ) {}

  get<Body = Fields>(path: string, query?: Fields): Promise<TestResponse<Body>> {
    return this.request('GET', path, { query });
  }

  post<Body = Fields>(
    path: string,
    body?: RequestInit['body'],
    init?: RequestInit,
  ): Promise<TestResponse<Body>> {
    return this.request('POST', path, { body, ...init });
  }

  put<Body = Fields>(
    path: string,
    body?: RequestInit['body'],
    init?: RequestInit,
  ): Promise<TestResponse<Body>> {
    return this.request('PUT', path, { body, ...init });
  }

  patch<Body = Fields>(
    path: string,
    body?: RequestInit['body'],
    init?: RequestInit,
  ): Promise<TestResponse<Body>> {
    return this.request('PATCH', path, { body, ...init });
  }

  delete<Body = Fields>(path: string, query?: Fields): Promise<TestResponse<Body>> {
    return this.request('DELETE', path, { query });
  }

  /** @param address a path relative to the root of the interface, or an absolute URL such as a link */
  async request<Body = Fields>(
    method: string,
    address: string,
    { query, body, headers }: RequestInit = {},
  ): Promise<TestResponse<Body>> {
    const received = await exchange(
      method,
      new URL(this.resolve(address, query)),
      {
        ...(body !== undefined && {
          'Content-Type':
            body instanceof URLSearchParams
              ? 'application/x-www-form-urlencoded;charset=UTF-8'
              : 'application/json',
        }),
        // A compressed response has no known length.
        'Accept-Encoding': 'identity',
        ...this.headers,
        ...headers,
      },
      bytesOf(body),
    );
    const { text } = received;
    const type = received.headers.get('content-type') ?? '';
    if (text !== '' && type.startsWith('text/calendar')) noteCalendar(text);
    const isJson = text !== '' && /[/+]json/.test(type);
    return {
      status: received.status,
      headers: received.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  }

  private resolve(address: string, query: Fields = {}): string {
    const url = /^https?:/.test(address) ? address : `${this.url}${address}`;
    const parameters = stringify(query, { arrayFormat: 'brackets' });
    if (parameters === '') return url;
    return `${url}${url.includes('?') ? '&' : '?'}${parameters}`;
  }
}

/** Shorter than the keep-alive timeout of the service, so that no closed connection is reused. */
const IDLE_MILLISECONDS = 2000;
const KEPT = { keepAlive: true, timeout: IDLE_MILLISECONDS };
const AGENTS = { 'http:': new http.Agent(KEPT), 'https:': new https.Agent(KEPT) };

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

function bytesOf(body: RequestInit['body']): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  const isText = typeof body === 'string' || body instanceof URLSearchParams;
  return Buffer.from(isText ? String(body) : JSON.stringify(body));
}

/** Sends a request on a persistent connection, which needs less processor time than `fetch`. */
function exchange(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const sent = (isSecure ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body && { 'Content-Length': body.length }) },
      agent: AGENTS[isSecure ? 'https:' : 'http:'],
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: headersOf(response.rawHeaders),
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.end(body);
  });
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index], raw[index + 1]);
  return headers;
}
