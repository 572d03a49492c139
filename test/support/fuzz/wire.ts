import { isUtf8 } from 'node:buffer';
import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as it is sent. */
export interface WireRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface WireResponse {
  status: number;
  contentType: string;
  /** The raw header, one line each. */
  headers: string;
  text: string;
}

/** The connection of a request. */
export interface Way {
  agent?: Agent;
  localAddress?: string;
}

const PATIENCE_MILLISECONDS = 10_000;
/** Longer bodies are truncated in reports: the seed generates them again. */
const REPORTED_CHARACTERS = 3000;
/** The octets of a body that the connection takes although nobody reads them; approximate. */
const UNREAD_MAX = 64 * 1024;

/**
 * Sends a request, by default on a new connection, so that a broken connection does not affect the
 * next request.
 */
export function send(
  origin: string,
  wire: WireRequest,
  { agent, localAddress }: Way = {},
): Promise<WireResponse> {
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
      // A reused connection may be closed at the same moment (RFC 9112 §9.3.1). The response to a large body that is
      // not read may be lost (docs/decisions/0012-mechanisms.md#left-to-the-proxy).
      const isRepeatable = sent.reusedSocket || (body !== undefined && body.length > UNREAD_MAX);
      if (isRepeatable && error.code === 'ECONNRESET')
        send(origin, wire, { localAddress }).then(resolve, reject);
      else reject(error);
    });
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: returned, rawHeaders } = response;
      const contentType = returned['content-type'] ?? '';
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
  rawHeaders.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\n`)).join('');

export function describeRequest({ method, target, headers, body }: WireRequest): string {
  const lines = [`${method} ${target}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) {
    const written = JSON.stringify(body.toString(isUtf8(body) ? 'utf8' : 'latin1'));
    lines.push('', written.slice(0, REPORTED_CHARACTERS));
  }
  return lines.join('\n');
}
