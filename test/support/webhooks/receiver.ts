import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import type { Fields } from '../client';

/** For `NODE_EXTRA_CA_CERTS` of a service. */
export const CERTIFICATE = join(__dirname, 'certificate.pem');

export interface Received {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: Fields };
  at: number;
}

/** A status, or a function that sends the response itself. */
export type TestResponse = number | ((response: ServerResponse, received: Received) => void);

/** An HTTPS server on loopback that keeps the messages that it gets. */
export class Receiver {
  readonly received: Received[] = [];
  /** By path; others get a 204. */
  readonly replies = new Map<string, TestResponse>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<Receiver> {
    const [key, cert] = ['key.pem', 'certificate.pem'].map((file) =>
      readFileSync(join(__dirname, file)),
    );
    const server = createServer({ key, cert }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new Receiver(server, (server.address() as AddressInfo).port);
    server.on('request', (request, response) => void receiver.receive(request, response));
    return receiver;
  }

  url(path = '/', host = '127.0.0.1'): string {
    return `https://${host}:${this.port}${path}`;
  }

  at(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  async wait(path: string, count: number, milliseconds = 60_000): Promise<Received[]> {
    const end = performance.now() + milliseconds;
    while (this.at(path).length < count) {
      if (performance.now() > end)
        throw new Error(`${path} got ${this.at(path).length} messages instead of ${count}.`);
      await sleep(20);
    }
    return this.at(path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const received: Received = {
      id: String(request.headers['webhook-id']),
      path: request.url ?? '',
      headers: request.headers,
      text,
      body: JSON.parse(text) as Received['body'],
      at: Date.now(),
    };
    this.received.push(received);
    const reply = this.replies.get(received.path) ?? 204;
    if (typeof reply === 'number') response.writeHead(reply).end();
    else reply(response, received);
  }
}

/**
 * Makes this process trust the certificate of receivers, as `NODE_EXTRA_CA_CERTS` does for a process
 * that starts.
 *
 * @returns a function that reverts it
 */
export function trustReceivers(): () => void {
  const original = tls.createSecureContext;
  const certificate = readFileSync(CERTIFICATE);
  tls.createSecureContext = (options) => {
    const context = original(options);
    (context.context as { addCACert: (certificate: Buffer) => void }).addCACert(certificate);
    return context;
  };
  return () => {
    tls.createSecureContext = original;
  };
}
