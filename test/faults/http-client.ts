import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Fields } from '../support/client';

/** Longer than every timeout of the service. */
const RESPONSE_MILLISECONDS = 25_000;

/** The outcome of a request. */
export type TestResponse =
  | { status: number; headers: IncomingHttpHeaders; body: Fields }
  /** The connection was refused. */
  | { status: 'not sent' }
  /** The connection was closed or timed out: the request may have been carried out. */
  | { status: 'no answer'; why: string };

export class HttpClient {
  private readonly agent: Agent;

  constructor(connections: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send(
    method: string,
    address: string,
    body?: Fields,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const json = body && JSON.stringify(body);
    return new Promise((resolve) => {
      const fail = ({ code = '', message }: NodeJS.ErrnoException): void =>
        resolve(
          code === 'ECONNREFUSED'
            ? { status: 'not sent' }
            : { status: 'no answer', why: code || message },
        );
      const sent = request(
        address,
        {
          method,
          agent: this.agent,
          signal: AbortSignal.timeout(RESPONSE_MILLISECONDS),
          headers: {
            ...(json !== undefined && { 'Content-Type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          text(response)
            .then((reply) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: JSON.parse(reply) as Fields,
              }),
            )
            .catch(fail);
        },
      );
      sent.on('error', fail);
      sent.end(json);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
