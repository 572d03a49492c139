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

/** A response that is an error. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? String(status));
    this.status = status;
    this.errors = problem.errors ?? [];
    /** Whether the same request may succeed later. */
    this.passes = status === 429 || status >= 500;
  }
}

/**
 * @throws Refusal for an error of the interface; TypeError or SyntaxError if it did not respond
 */
export async function send(method, path, body, headers = {}) {
  const response = await fetch(root + path, {
    method,
    cache: 'no-store',
    redirect: 'error',
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  const record = await response.json();
  if (response.ok) return { record, tag: response.headers.get('ETag') };
  if (response.status === 401) keepKey('');
  throw new Refusal(response.status, record);
}

export const get = (path, query = {}) => send('GET', `${path}?${new URLSearchParams(query)}`);
