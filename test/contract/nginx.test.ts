import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app';
import { freePort } from '../support/free-port';
import { Keeper } from '../support/keeper';

const CONFIGURATION = join(__dirname, '../../docker/nginx.conf');
const { nginx, noNginx } = globalThis as unknown as { nginx?: string; noNginx: string };

const describeOnNginx = nginx || process.env.CI === 'true' ? describe : describe.skip;

describeOnNginx('nginx with docker/nginx.conf', () => {
  let app: TestApp;
  let keeper: Keeper;
  let proxy: ChildProcess;
  let port: number;
  beforeAll(async () => {
    if (nginx === undefined) throw new Error(noNginx);
    app = await startApp({ TRUSTED_PROXIES: 'loopback' });
    keeper = await Keeper.start();
    port = await freePort();
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const file = join(keeper.folder, 'nginx.conf');
    const configuration = readFileSync(CONFIGURATION, 'utf8')
      .replace('127.0.0.1:3000', new URL(app.origin).host)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace(
        'http {',
        `http { access_log off; ${folders.map((name) => `${name}_temp_path ${name};`).join(' ')}`,
      );
    writeFileSync(
      file,
      `daemon off; user root; pid nginx.pid; error_log stderr;\n${configuration}`,
    );
    proxy = spawn(nginx, ['-p', keeper.folder, '-c', file], { stdio: 'ignore' });
    keeper.guard(proxy);
    while (!(await isListening())) await sleep(20);
  });
  afterAll(async () => {
    const ended = once(proxy, 'exit');
    proxy.kill();
    await ended;
    await keeper.end();
    await app.close();
  });

  const isListening = async (): Promise<boolean> => {
    if (proxy.exitCode !== null) throw new Error('nginx has ended: its configuration is wrong.');
    const socket = connect(port, '127.0.0.1');
    return once(socket, 'connect').then(
      () => Boolean(socket.destroy()),
      () => false,
    );
  };

  it('serves lists with links to its own address', async () => {
    const host = `127.0.0.1:${port}`;
    const response = await fetch(`http://${host}/cal/events/v1/events`);
    expect(response.status).toBe(200);
    expect(((await response.json()) as { rest_url: string }).rest_url).toContain(`//${host}/`);
  });

  it('passes a body on when all of it has arrived', async () => {
    const socket = connect(port, '127.0.0.1');
    const lines = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 15'];
    const header = ['POST /cal/events/v1/tags HTTP/1.1', ...lines, 'Connection: close', '', ''];
    socket.write(`${header.join('\r\n')}{"name":`);
    await sleep(200);
    const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
    // Only the request for the metrics itself is running.
    expect(body).toMatch(/^http_requests_in_flight 1$/m);
    socket.write('"Slow"}');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 201 /);
  });

  it('lets the service refuse a body that is too large, with its problem document', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/cal/events/v1/tags`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: ' '.repeat(2 ** 21 + 1),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'rest-body-too-large' });
  });
});
