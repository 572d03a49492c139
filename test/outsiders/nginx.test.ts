import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app';
import {
  describeOnNginx,
  type Proxy,
  startDocumentedNginx,
  startNginx,
} from '../support/proxies/nginx';

const GUIDE = join(__dirname, '../../docs/from-the-events-calendar.md');

describeOnNginx('nginx with docker/nginx.conf', () => {
  let app: TestApp;
  let proxy: Proxy;
  let port: number;
  beforeAll(async () => {
    app = await startApp({ TRUSTED_PROXIES: 'loopback' });
    proxy = await startDocumentedNginx(app.origin);
    port = proxy.port;
  });
  afterAll(async () => {
    await proxy.end();
    await app.close();
  });

  it('serves lists with links to its own address', async () => {
    const host = `127.0.0.1:${port}`;
    const response = await fetch(`http://${host}/cal/events/v1/events`);
    expect(response.status).toBe(200);
    expect(((await response.json()) as { rest_url: string }).rest_url).toContain(`//${host}/`);
  });

  it('replaces forwarded headers of the client', async () => {
    const host = `127.0.0.1:${port}`;
    const response = await fetch(`http://${host}/cal/events/v1/events`, {
      headers: {
        'X-Forwarded-Host': 'attacker.example',
        'X-Forwarded-Prefix': '/attacker',
        'X-Forwarded-Proto': 'https',
      },
    });
    const { rest_url } = (await response.json()) as { rest_url: string };
    expect(rest_url).toMatch(new RegExp(`^http://${host}/cal/events/v1/events/?\\?`));
  });

  it('passes a body on when all of it has arrived', async () => {
    const socket = connect(port, '127.0.0.1');
    const lines = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 15'];
    const header = ['POST /cal/events/v1/tags HTTP/1.1', ...lines, 'Connection: close', '', ''];
    socket.write(`${header.join('\r\n')}{"name":`);
    await sleep(200);
    const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
    // Only the request for the metrics itself is running.
    expect(body).toMatch(/^calendar_http_requests_in_flight 1$/m);
    socket.write('"Slow"}');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 201 /);
  });

  it('lets the service refuse a body that is too large, with its problem document', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/cal/events/v1/tags`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: ' '.repeat(2 ** 20 + 1),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'rest-body-too-large' });
  });
});

describeOnNginx('nginx with docs/from-the-events-calendar.md', () => {
  let app: TestApp;
  let proxy: Proxy;
  beforeAll(async () => {
    app = await startApp({
      TRUSTED_PROXIES: 'loopback',
      API_NAMESPACE: 'wp-json/tribe/events/v1',
    });
    const guide = readFileSync(GUIDE, 'utf8');
    const [map, server] = [...guide.matchAll(/```nginx\n(.*?)```/gs)].map(([, block]) => block);
    const site = 'location / { return 200 "the site"; }';
    proxy = await startNginx(
      `events {} http { ${map} server { listen 127.0.0.1:PORT; ${server} ${site} } }`.replace(
        '127.0.0.1:3000',
        new URL(app.origin).host,
      ),
    );
  });
  afterAll(async () => {
    await proxy.end();
    await app.close();
  });

  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const reply = await fetch(`http://127.0.0.1:${proxy.port}${path}`);
    return { status: reply.status, text: await reply.text() };
  };

  it.each([
    ['/wp-json/tribe/events/v1/events?per_page=1', '"rest_url":"http://127.0.0.1'],
    ['/?rest_route=/tribe/events/v1/events&per_page=1', '"total":'],
    ['/?per_page=1&rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents', '"total":'],
    ['/events/?ical=1', 'BEGIN:VCALENDAR'],
    ['/events/month/?outlook-ical=1', 'BEGIN:VCALENDAR'],
    ['/?post_type=tribe_events&ical=1', 'BEGIN:VCALENDAR'],
    ['/events?ical=1', 'BEGIN:VCALENDAR'],
    ['/index.php?post_type=tribe_events&ical', 'BEGIN:VCALENDAR'],
    ['/events/feed/', '<feed '],
    ['/?feed=rss2&post_type=tribe_events', '<feed '],
  ])('sends %s to the service', async (path, text) => {
    expect(await get(path)).toEqual({ status: 200, text: expect.stringContaining(text) as string });
  });

  it.each([
    '/',
    '/events/',
    '/event/jazz/',
    '/wp-json/wp/v2/posts',
    '/?p=1',
    '/?post_type=tribe_events&p=1',
    '/?medical=1',
    '/feed/',
  ])('leaves %s to the site', async (path) => {
    expect(await get(path)).toEqual({ status: 200, text: 'the site' });
  });

  it('passes writes on', async () => {
    const { status } = await fetch(`http://127.0.0.1:${proxy.port}/wp-json/tribe/events/v1/tags`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Open air"}',
    });
    expect(status).toBe(201);
  });
});
