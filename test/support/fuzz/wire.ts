import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

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
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** An answer that takes longer does not come. */
const PATIENCE_MILLISECONDS = 10_000;

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
      buffer(response).then(
        (bytes) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: bytes.toString(),
          }),
        reject,
      );
    });
    sent.end(body);
  });
}

/** A request in the words of a report, with which it can be sent again. */
export function describeRequest({ method, target, headers, body }: WireRequest): string {
  return [
    `${method} ${target}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['', JSON.stringify(body.toString('latin1'))] : []),
  ].join('\n');
}
