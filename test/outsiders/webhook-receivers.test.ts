import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformSync } from '@swc/core';
import { WebhookDispatcher } from '../../src/calendar/webhooks/delivery/webhook-dispatcher';
import { type Fields, startApp, type TestApp } from '../support/app';
import { freePort } from '../support/free-port';
import { recipe } from '../support/recipes';
import { type Received, Receiver, trustReceivers } from '../support/webhooks/receiver';

// Set in test/projects/outsiders.mjs.
const { python, noPython } = globalThis as unknown as { python?: string; noPython: string };

const PACKAGES = join(__dirname, '../../node_modules');
const compiled = (source: string): string =>
  transformSync(source, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  }).code;

describe('The receivers of examples/recipes', () => {
  let app: TestApp;
  let proxy: Receiver;
  let trustNobody: () => void;
  let folder: string;
  beforeAll(async () => {
    trustNobody = trustReceivers();
    proxy = await Receiver.start();
    app = await startApp({ WEBHOOK_SECRET: '5f'.repeat(32), WEBHOOK_ALLOW: '127.0.0.1' });
    app.nest.get(WebhookDispatcher).begin();
    folder = await mkdtemp(join(tmpdir(), 'calendar-receivers-'));
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
    trustNobody();
    await rm(folder, { recursive: true });
  });

  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const process of running.splice(0)) process.kill('SIGKILL');
  });

  async function start(
    program: string,
    file: string,
    code: string,
    settings: { SECRET: string; PORT: string },
  ): Promise<string[]> {
    await writeFile(join(folder, file), code);
    const { PATH } = process.env;
    const child = spawn(program, [join(folder, file)], {
      env: { PATH, NODE_PATH: PACKAGES, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    running.push(child);
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    for (let tries = 0; tries < 500; tries++) {
      const isListening = await fetch(`http://127.0.0.1:${settings.PORT}/`).then(
        () => true,
        () => false,
      );
      if (isListening) return lines;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${file} does not listen.`);
  }

  it.each([
    ['TypeScript', process.execPath, 'receiver.ts', 'receiver.cjs', compiled],
    ['Python', python, 'receiver.py', 'receiver.py', (source: string) => source],
  ])(
    'verify the signatures of the service: in %s',
    async (_language, program, file, name, prepared) => {
      if (program === undefined) {
        if (process.env.CI === 'true') throw new Error(noPython);
        return;
      }
      const path = `/${file}`;
      const PORT = String(await freePort());
      const { body } = await app.post<Fields & { id: number; secret: string }>('/webhooks', {
        url: proxy.url(path),
      });
      const lines = await start(program, name, prepared(recipe(file)), {
        SECRET: body.secret,
        PORT,
      });
      const responses: number[] = [];
      const forward = async ({ headers, text }: Received, changed = text): Promise<number> => {
        const { status } = await fetch(`http://127.0.0.1:${PORT}/`, {
          method: 'POST',
          headers: Object.entries(headers).filter(([field]) => field.startsWith('webhook-')) as [
            string,
            string,
          ][],
          body: changed,
        });
        return status;
      };
      // The proxy has the certificate.
      proxy.replies.set(path, (response, received) => {
        void forward(received).then((status) => {
          responses.push(status);
          response.writeHead(status).end();
        });
      });
      const { id } = await app.createEvent();
      const [received] = await proxy.wait(path, 1);
      for (let tries = 0; tries < 500 && responses.length === 0; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(responses).toEqual([204]);
      expect(await forward(received, received.text.replace('created', 'deleted'))).toBe(400);
      const old = String(Math.floor(Date.now() / 1000) - 3600);
      const late = { ...received, headers: { ...received.headers, 'webhook-timestamp': old } };
      expect(await forward(late)).toBe(400);
      const messages = lines
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Fields);
      expect(messages).toMatchObject([{ type: 'event.created', data: { id } }]);
      await app.delete(`/webhooks/${body.id}`);
    },
  );
});
