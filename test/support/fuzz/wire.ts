import { isUtf8 } from 'node:buffer';
import { type Agent, request } from 'node:http';
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
  /** As they came, a line for each. */
  headers: string;
  text: string;
}

/** What a request travels on. */
export interface Way {
  /** Whose connections may be used again; without it the request has one of its own. */
  agent?: Agent;
  /** The address it comes from. */
  localAddress?: string;
}

/** An answer that takes longer counts as none. */
const PATIENCE_MILLISECONDS = 10_000;
/** Longer bodies are cut in reports: the seed makes them again. */
const REPORTED_CHARACTERS = 3000;

/**
 * Sends a request, by default on a connection of its own: what one of them breaks must not meet the
 * next.
 */
export function send(
  origin: string,
  wire: WireRequest,
  { agent, localAddress }: Way = {},
): Promise<WireAnswer> {
  const { method, target, headers, body } = wire;
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path: target,
      headers: { ...(body && { 'Content-Length': body.length }), ...headers },
      agent: agent ?? false,
      localAddress,
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection may end at the moment in which it is used again (RFC 9112 §9.3.1).
      if (sent.reusedSocket && error.code === 'ECONNRESET')
        send(origin, wire, { localAddress }).then(resolve, reject);
      else reject(error);
    });
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: answered, rawHeaders } = response;
      const contentType = answered['content-type'] ?? '';
      text(response).then(
        (received) =>
          resolve({ status, contentType, headers: linesOf(rawHeaders), text: received }),
        reject,
      );
    });
    sent.end(body);
  });
}

const linesOf = (rawHeaders: readonly string[]): string =>
  rawHeaders.map((part, place) => (place % 2 === 0 ? `${part}: ` : `${part}\n`)).join('');

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
