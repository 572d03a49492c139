import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PrefixProxy {
  origin: string;
  address: string;
  close(): Promise<void>;
}

/** Strips `/below` from request paths, like a proxy in front of several services. */
export async function startPrefixProxy(target: string): Promise<PrefixProxy> {
  const server = createServer((incoming, response) => {
    const [, path] = /^\/below(\/.*)$/.exec(incoming.url ?? '') ?? [];
    if (path === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(target + path, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: `${origin}/below`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
