import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port';
import { Keeper } from '../keeper';

const CONFIGURATION = join(__dirname, '../../../docker/nginx.conf');
const { nginx, noNginx } = globalThis as unknown as { nginx?: string; noNginx: string };

export const describeOnNginx = nginx || process.env.CI === 'true' ? describe : describe.skip;

export interface Proxy {
  port: number;
  end: () => Promise<void>;
}

/** `PORT` in the configuration stands for a free port. */
export async function startNginx(configuration: string): Promise<Proxy> {
  if (nginx === undefined) throw new Error(noNginx);
  const keeper = await Keeper.start();
  const port = await freePort();
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(keeper.folder, 'nginx.conf');
  const settings = configuration
    .replace('PORT', String(port))
    .replace(
      'http {',
      `http { access_log off; ${folders.map((name) => `${name}_temp_path ${name};`).join(' ')}`,
    );
  writeFileSync(file, `daemon off; user root; pid nginx.pid; error_log stderr;\n${settings}`);
  const proxy = spawn(nginx, ['-p', keeper.folder, '-c', file], { stdio: 'ignore' });
  keeper.guard(proxy);
  while (!(await isListening(proxy, port))) await sleep(20);
  const end = async (): Promise<void> => {
    const ended = once(proxy, 'exit');
    proxy.kill();
    await ended;
    await keeper.end();
  };
  return { port, end };
}

async function isListening(proxy: ChildProcess, port: number): Promise<boolean> {
  if (proxy.exitCode !== null) throw new Error('nginx has ended: its configuration is wrong.');
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => Boolean(socket.destroy()),
    () => false,
  );
}

/** Starts nginx with `docker/nginx.conf` in front of a service at this origin. */
export const startDocumentedNginx = (origin: string): Promise<Proxy> =>
  startNginx(
    readFileSync(CONFIGURATION, 'utf8')
      .replace('127.0.0.1:3000', new URL(origin).host)
      .replace('listen 80;', 'listen 127.0.0.1:PORT;'),
  );
