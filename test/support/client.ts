import { stringify } from 'qs';
import { noteCalendar } from './icalendar/seen-calendars';

/** Any JSON object; a test that looks deeper into an answer names the type it expects. */
export type Fields = Record<string, unknown>;

export interface Answer<Body = Fields> {
  status: number;
  headers: Headers;
  /** JSON when the answer is JSON, else its text. */
  body: Body;
}

export interface RequestInit {
  query?: Fields;
  /** An object is sent as JSON, URLSearchParams as a form, text as it is and as JSON. */
  body?: Fields | URLSearchParams | string;
  headers?: Record<string, string>;
}

/** A client over real HTTP; paths are relative to the root of the interface, such as `/events`. */
export class Client {
  constructor(
    /** The root of the interface, such as `http://127.0.0.1:40123/cal/events/v1`. */
    readonly url: string,
    /** Headers of every request, such as a credential. */
    private readonly headers: Record<string, string> = {},
  ) {}

  get<Body = Fields>(path: string, query?: Fields): Promise<Answer<Body>> {
    return this.request('GET', path, { query });
  }

  post<Body = Fields>(
    path: string,
    body?: RequestInit['body'],
    init?: RequestInit,
  ): Promise<Answer<Body>> {
    return this.request('POST', path, { body, ...init });
  }

  put<Body = Fields>(
    path: string,
    body?: RequestInit['body'],
    init?: RequestInit,
  ): Promise<Answer<Body>> {
    return this.request('PUT', path, { body, ...init });
  }

  patch<Body = Fields>(
    path: string,
    body?: RequestInit['body'],
    init?: RequestInit,
  ): Promise<Answer<Body>> {
    return this.request('PATCH', path, { body, ...init });
  }

  delete<Body = Fields>(path: string, query?: Fields): Promise<Answer<Body>> {
    return this.request('DELETE', path, { query });
  }

  /** @param address a path from the root of the interface, or an absolute address such as a link */
  async request<Body = Fields>(
    method: string,
    address: string,
    { query, body, headers }: RequestInit = {},
  ): Promise<Answer<Body>> {
    const isText = typeof body === 'string' || body instanceof URLSearchParams;
    const response = await fetch(this.resolve(address, query), {
      method,
      headers: {
        ...(body !== undefined &&
          !(body instanceof URLSearchParams) && { 'Content-Type': 'application/json' }),
        // What is compressed has another tag, and no length that a test could know.
        'Accept-Encoding': 'identity',
        ...this.headers,
        ...headers,
      },
      body: isText || body === undefined ? body : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    if (text !== '' && type.startsWith('text/calendar')) noteCalendar(text);
    const isJson = text !== '' && /[/+]json/.test(type);
    return {
      status: response.status,
      headers: response.headers,
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
