import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { I18N_FOLDER } from '../../src/platform/foundation/config';
import { startApp, type TestApp } from '../support/app';
import { readDocument } from '../support/openapi-document';
import { textOf } from '../support/texts';

const BASE = textOf('de', 'pages.address');
const TAG_NAME = textOf('de', 'tags.name');

let folder: string;
let app: TestApp;

/** The folder may also have links that lead to their own folder, or nowhere. */
async function start(settings: Record<string, string> = {}): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'calendar-i18n-'));
  await cp(I18N_FOLDER, folder, { recursive: true });
  await symlink('.', join(folder, 'de', 'same'));
  await symlink('..', join(folder, 'de', 'above'));
  await symlink('itself', join(folder, 'itself'));
  app = await startApp({ I18N_FOLDER: folder, ...settings });
}

async function end(): Promise<void> {
  await app.close();
  await rm(folder, { recursive: true });
}

/** Replaces a text in a German file, like a translator. */
async function edit(name: string, before: string, after: string): Promise<void> {
  const path = join(folder, 'de', `${name}.json`);
  const content = await readFile(path, 'utf8');
  expect(content).toContain(before);
  await writeFile(path, content.replaceAll(before, after));
}

const readPage = async (): Promise<string> =>
  (await app.request<string>('GET', `${app.origin}/de/`)).body;

/** Returns a text in the German document, and its ETag. */
async function read(): Promise<{ text: string; etag: string | null }> {
  const { headers, body } = await readDocument(app, 'de');
  return { text: JSON.stringify(body), etag: headers.get('etag') };
}

describe('A translation edited while the service runs', () => {
  beforeAll(() => start());
  afterAll(end);

  it('is shown on pages and in the document without a restart', async () => {
    expect(await readPage()).toContain(BASE);
    const { etag } = await read();
    await edit('pages', BASE, 'Grund-URL');
    await edit('tags', TAG_NAME, 'Stichwort.');
    expect(await readPage()).toContain('Grund-URL');
    const document = await read();
    expect(document.text).toContain('Stichwort.');
    expect(document.etag).not.toBe(etag);
  });

  it('is ignored while its file is invalid', async () => {
    await edit('pages', '"Grund-URL",', '"Haupt');
    expect(await readPage()).toContain('Grund-URL');
    await edit('pages', '"Haupt', '"Haupt-URL",');
    expect(await readPage()).toContain('Haupt-URL');
  });
});

describe('A translation edited while the service runs in production', () => {
  beforeAll(() => start({ NODE_ENV: 'production' }));
  afterAll(end);

  it('requires a restart', async () => {
    const { etag } = await read();
    await edit('pages', BASE, 'Grund-URL');
    expect(await readPage()).toContain(BASE);
    expect((await read()).etag).toBe(etag);
  });
});
