/* Requests to the interface, with the key of the editor. */

const { root } = document.getElementById('content').dataset;

/** Several calendars on one host have different keys. */
const STORED = `editor key of ${new URL('..', import.meta.url).pathname}`;
let key = '';
try {
  key = sessionStorage.getItem(STORED) ?? '';
} catch {
  // The storage of a browser may be disabled.
}

export const hasKey = () => key !== '';

/** Uses a key from now on, and keeps it until the tab is closed. */
export function keepKey(value) {
  key = value;
  try {
    if (value) sessionStorage.setItem(STORED, value);
    else sessionStorage.removeItem(STORED);
  } catch {
    // As above.
  }
}

/** A response that is an error; without a response, its status is 0. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? String(status));
    this.status = status;
    this.errors = problem.errors ?? [];
    /** Whether the same request may succeed later. */
    this.passes = [0, 408, 409, 429].includes(status) || status >= 500;
  }
}

/**
 * Returns the record in the response, and its ETag.
 *
 * @throws Refusal
 */
export async function send(method, path, body, headers = {}, signal = null) {
  const response = await fetch(root + path, {
    method,
    cache: 'no-store',
    redirect: 'error',
    signal,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  }).catch(() => ({ status: 0 }));
  // A proxy may respond with another type.
  const record = await response.json?.().catch(() => undefined);
  if (response.ok && record) return { record, tag: response.headers.get('ETag') };
  if (response.status === 401) keepKey('');
  throw new Refusal(response.ok ? 0 : response.status, record ?? {});
}

let reading = new AbortController();

/** Gives up what is being read; returns a signal that says whether later reading was given up, too. */
export function giveUpReading() {
  reading.abort();
  reading = new AbortController();
  return reading.signal;
}

export const get = (path, query = {}) =>
  send('GET', `${path}?${new URLSearchParams(query)}`, undefined, {}, reading.signal);
