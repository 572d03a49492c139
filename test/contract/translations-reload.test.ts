import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { I18N_FOLDER } from '../../src/platform/config';
import { startApp, type TestApp } from '../support/app';
import { readDocument } from '../support/openapi-document';
import { textOf } from '../support/texts';

const BASE = textOf('de', 'pages.address');
const TAG_NAME = textOf('de', 'tags.name');

let folder: string;
let app: TestApp;

/** Longer than the service takes to notice a change. */
const NOTICED_MILLISECONDS = 500;

/** The folder may also have links that lead nowhere, and backups of editors. */
async function start(settings: Record<string, string> = {}): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'calendar-i18n-'));
  await cp(I18N_FOLDER, folder, { recursive: true });
  await symlink('itself', join(folder, 'itself'));
  for (const name of ['pages.json~', '.pages.json.swp'])
    await writeFile(join(folder, 'de', name), 'no JSON');
  app = await startApp({ I18N_FOLDER: folder, SITE: 'off', ...settings });
}

async function end(): Promise<void> {
  await app.close();
  await rm(folder, { recursive: true });
}

async function edit(name: string, before: string, after: string): Promise<void> {
  const path = join(folder, 'de', `${name}.json`);
  const content = await readFile(path, 'utf8');
  expect(content).toContain(before);
  await writeFile(path, content.replaceAll(before, after));
}

const readPage = async (): Promise<string> =>
  (await app.request<string>('GET', `${app.origin}/de/`)).body;

async function untilShown(text: string): Promise<void> {
  while (!(await readPage()).includes(text)) await sleep(20);
}

async function read(): Promise<{ text: string; etag: string | null }> {
  const { headers, body } = await readDocument(app, 'de');
  return { text: JSON.stringify(body), etag: headers.get('etag') };
}

describe('A translation edited while the service runs', () => {
  beforeAll(() => start({ NODE_ENV: 'development' }));
  afterAll(end);

  it('is shown on pages and in the document without a restart', async () => {
    expect(await readPage()).toContain(BASE);
    const { etag } = await read();
    await edit('tags', TAG_NAME, 'Stichwort.');
    await edit('pages', BASE, 'Grund-URL');
    await untilShown('Grund-URL');
    const document = await read();
    expect(document.text).toContain('Stichwort.');
    expect(document.etag).not.toBe(etag);
  });

  it('is ignored while its file is invalid', async () => {
    await edit('pages', '"Grund-URL",', '"Haupt');
    await sleep(NOTICED_MILLISECONDS);
    expect(await readPage()).toContain('Grund-URL');
    await edit('pages', '"Haupt', '"Haupt-URL",');
    await untilShown('Haupt-URL');
  });
});

describe('A translation edited while the service runs without NODE_ENV=development', () => {
  beforeAll(() => start());
  afterAll(end);

  it('requires a restart', async () => {
    const { etag } = await read();
    await edit('pages', BASE, 'Grund-URL');
    await sleep(NOTICED_MILLISECONDS);
    expect(await readPage()).toContain(BASE);
    expect((await read()).etag).toBe(etag);
  });
});

describe('Translations in a Kubernetes ConfigMap', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calendar-i18n-'));
    const mounted = '..2027_05_01_10_00_00.123';
    await cp(I18N_FOLDER, join(folder, mounted), { recursive: true });
    await symlink(mounted, join(folder, '..data'));
    for (const language of ['de', 'en', 'fr'])
      await symlink(join('..data', language), join(folder, language));
    // One file, mounted into the folder of a language.
    const german = join(folder, mounted, 'de');
    await mkdir(join(german, '..files'));
    await rename(join(german, 'pages.json'), join(german, '..files', 'pages.json'));
    await symlink(join('..files', 'pages.json'), join(german, 'pages.json'));
    app = await startApp({ I18N_FOLDER: folder, SITE: 'off' });
  });
  afterAll(end);

  it('are read through its links', async () => {
    expect(await readPage()).toContain(BASE);
    expect((await read()).text).toContain(TAG_NAME);
  });
});
