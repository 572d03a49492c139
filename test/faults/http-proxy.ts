import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MILLISECONDS = 100;
/** Fields of the connection (RFC 9110 §7.6.1). */
const OF_CONNECTION = /^(connection|keep-alive|transfer-encoding|upgrade|te|trailer)$/i;

interface Instance {
  origin: URL;
  agent: Agent;
  isReady: boolean;
}

/** A minimal round-robin reverse proxy with a health check every 100 ms and no retries. */
export class HttpProxy {
  /** Requests that failed on every instance, with the reason. */
  readonly failed: string[] = [];
  private readonly instances = new Set<Instance>();
  private turn = 0;
  private isOpen = true;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => this.forward(request, response));
  }

  /** Opens a proxy on a free port of 127.0.0.1. */
  static async open(): Promise<HttpProxy> {
    const server = createServer({ keepAliveTimeout: 60_000 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HttpProxy(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Waits until this many instances are ready. */
  async gives(count: number): Promise<void> {
    while (this.ready.length < count) await sleep(POLL_MILLISECONDS / 2);
  }

  add(origin: string): void {
    const agent = new Agent({ keepAlive: true });
    const instance = { origin: new URL(origin), agent, isReady: false };
    this.instances.add(instance);
    void this.watch(instance);
  }

  remove(origin: string): void {
    for (const instance of this.instances)
      if (instance.origin.origin === origin) this.instances.delete(instance);
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.instances.clear();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private get ready(): Instance[] {
    return [...this.instances].filter(({ isReady }) => isReady);
  }

  private async watch(instance: Instance): Promise<void> {
    const address = new URL('/health/ready', instance.origin);
    while (this.isOpen && this.instances.has(instance)) {
      const signal = AbortSignal.timeout(POLL_MILLISECONDS * 10);
      const reply = await fetch(address, { signal }).catch(() => undefined);
      await reply?.arrayBuffer().catch(() => undefined);
      instance.isReady = reply?.status === 200;
      await sleep(POLL_MILLISECONDS);
    }
    instance.agent.destroy();
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const { ready } = this;
    if (ready.length === 0) {
      this.fail(request, response, 503, 'no instance is ready');
      return;
    }
    const { origin, agent } = ready[this.turn++ % ready.length];
    const forwarded = sendRequest({
      hostname: origin.hostname,
      port: origin.port,
      method: request.method,
      path: request.url,
      headers: request.headers,
      agent,
    });
    forwarded.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, withoutConnection(reply.rawHeaders));
      reply.on('error', ({ message }) =>
        this.fail(request, response, 502, `${origin.host}: ${message}`),
      );
      reply.pipe(response);
    });
    forwarded.on('error', ({ message }) =>
      this.fail(request, response, 502, `${origin.host}: ${message}`),
    );
    response.on('close', () => {
      if (!response.writableFinished) forwarded.destroy();
    });
    request.pipe(forwarded);
  }

  private fail(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    why: string,
  ): void {
    this.failed.push(`${request.method} ${request.url}: ${why}`);
    if (response.headersSent) response.destroy();
    else response.writeHead(status).end(JSON.stringify({ detail: why }));
  }
}

function withoutConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !OF_CONNECTION.test(rawHeaders[index - (index % 2)]));
}
