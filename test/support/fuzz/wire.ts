import { isUtf8 } from 'node:buffer';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  /** Path and query, as they are sent. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface WireAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** An answer that takes longer counts as none. */
const PATIENCE_MILLISECONDS = 10_000;
/** Longer bodies are cut in reports: the seed makes them again. */
const REPORTED_CHARACTERS = 3000;

/** Sends a request on a connection of its own: what one of them breaks must not meet the next. */
export function send(
  origin: string,
  { method, target, headers, body }: WireRequest,
): Promise<WireAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path: target,
      headers: { ...(body && { 'Content-Length': body.length }), ...headers },
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const contentType = answered['content-type'] ?? '';
      text(response).then((received) => resolve({ status, contentType, text: received }), reject);
    });
    sent.end(body);
  });
}

/** A request in the words of a report, with which it can be sent again. */
export function describeRequest({ method, target, headers, body }: WireRequest): string {
  const lines = [`${method} ${target}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) {
    const written = JSON.stringify(body.toString(isUtf8(body) ? 'utf8' : 'latin1'));
    lines.push('', written.slice(0, REPORTED_CHARACTERS));
  }
  return lines.join('\n');
}
