import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { I18N_FOLDER } from '../../src/platform/foundation/config';
import { startApp, type TestApp } from '../support/app';
import { readDocument } from '../support/openapi-document';

let folder: string;
let app: TestApp;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-i18n-'));
  await cp(I18N_FOLDER, folder, { recursive: true });
});

afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

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
  it('is shown on pages and in the document without a restart', async () => {
    app = await startApp({ I18N_FOLDER: folder });
    expect(await readPage()).toContain('Basis-URL');
    const { etag } = await read();
    await edit('pages', 'Basis-URL', 'Grund-URL');
    await edit('tags', 'Schlagwort', 'Stichwort');
    expect(await readPage()).toContain('Grund-URL');
    const document = await read();
    expect(document.text).toContain('Stichwort');
    expect(document.etag).not.toBe(etag);
  });

  it('is ignored while its file is invalid', async () => {
    app = await startApp({ I18N_FOLDER: folder });
    await edit('pages', '"Basis-URL",', '"Grund');
    expect(await readPage()).toContain('Basis-URL');
    await edit('pages', '"Grund', '"Grund-URL",');
    expect(await readPage()).toContain('Grund-URL');
  });

  it('may be next to symbolic links to its own folder or to nowhere', async () => {
    await symlink('.', join(folder, 'de', 'same'));
    await symlink('..', join(folder, 'de', 'above'));
    await symlink('itself', join(folder, 'itself'));
    app = await startApp({ I18N_FOLDER: folder });
    await edit('pages', 'Basis-URL', 'Grund-URL');
    expect(await readPage()).toContain('Grund-URL');
  });

  it('requires a restart in production', async () => {
    app = await startApp({ I18N_FOLDER: folder, NODE_ENV: 'production' });
    const { etag } = await read();
    await edit('pages', 'Basis-URL', 'Grund-URL');
    expect(await readPage()).toContain('Basis-URL');
    expect((await read()).etag).toBe(etag);
  });
});
