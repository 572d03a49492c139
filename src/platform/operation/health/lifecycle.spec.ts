import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Response } from 'express';
import { Lifecycle } from './lifecycle';

describe('The shutdown of a service', () => {
  const never = new Promise<never>(() => undefined);
  let lifecycle: Lifecycle;
  let server: Server;
  let response: Response;

  beforeEach(async () => {
    lifecycle = new Lifecycle();
    server = createServer((request, answer) => {
      response = answer as Response;
      lifecycle.use(request, response, () => undefined);
    }).listen(0, '127.0.0.1');
    lifecycle.watch(server);
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: calendar\r\n\r\n');
    await once(server, 'request');
  });

  it('waits for answers, including one that fails', async () => {
    let isClosed = false;
    const closed = lifecycle.close(never).then(() => (isClosed = true));
    response.on('error', () => undefined);
    response.emit('error', new Error('write after end'));
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    response.destroy();
    await closed;
    expect(server.listening).toBe(false);
  });

  it('cuts off late answers', async () => {
    const cut = once(response, 'close');
    await lifecycle.close(Promise.resolve());
    await cut;
  });
});
