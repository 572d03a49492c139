import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Fields } from '../support/client';

/** Longer than the service may take by any of its own limits. */
const ANSWER_WITHIN_MILLISECONDS = 25_000;

/** What became of a request. */
export type Reply =
  | { status: number; headers: IncomingHttpHeaders; body: Fields }
  /** Nobody was there to take it. */
  | { status: 'not sent' }
  /** The connection ended first, or nothing came: whether it was carried out is not known. */
  | { status: 'no answer'; why: string };

/** Requests over connections that are kept, a bounded number of them. */
export class Wire {
  private readonly agent: Agent;

  constructor(connections: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send(
    method: string,
    address: string,
    body?: Fields,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
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
          signal: AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS),
          headers: {
            ...(json !== undefined && { 'Content-Type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          text(response)
            .then((answer) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: JSON.parse(answer) as Fields,
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
