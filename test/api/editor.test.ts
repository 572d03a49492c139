import { languages } from '../../src/platform/i18n';
import { readProcessSettings, readSettings } from '../../src/settings';
import { startApp, type TestApp } from '../support/app';
import { textOf } from '../support/texts';

const FILES = ['editor.js', 'form.js', 'service.js', 'editor.css'];
const HTML = { Accept: 'text/html' };

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ EDITOR: 'on', SITE: 'off', TIMEZONE: 'Europe/Paris' });
});

afterAll(() => app.close());

const read = (path: string, method = 'GET', headers = HTML) =>
  app.request<string>(method, app.origin + path, { headers });

it.each(languages())('The editor is served in the language %s', async (language) => {
  for (const path of [`/${language}/edit`, `/${language}/edit/`]) {
    const { status, headers, body } = await read(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-language')).toBe(language);
    expect(body).toContain(`<html lang="${language}"`);
    expect(body).toContain(`<title>${textOf(language, 'editor.editor')}</title>`);
    expect(body.match(/<h1/g)).toHaveLength(1);
  }
});

it('New events are in the language of the address, without one in that of the calendar', async () => {
  const other = await startApp({ EDITOR: 'on', CONTENT_LANGUAGE: 'pt-BR' });
  const languageAt = async (path: string): Promise<string | undefined> => {
    const { body } = await other.request<string>('GET', other.origin + path, { headers: HTML });
    return /data-language="(.*?)"/.exec(body)?.[1];
  };
  expect(await languageAt('/edit')).toBe('pt-BR');
  expect(await languageAt('/fr/edit')).toBe('fr');
  await other.close();
});

it('Languages can be chosen by their names in that of the page', async () => {
  const { body } = await read('/fr/edit');
  for (const [tag, name] of [
    ['de', 'allemand'],
    ['hsb', 'haut-sorabe'],
    ['he', 'hébreu'],
  ])
    expect(body).toContain(`<option data-tag="${tag}" value="${name}">`);
  expect(body).not.toContain('data-tag="iw"');
});

it('Its page has no data of the calendar, and a policy without inline scripts and markup by script', async () => {
  await app.createEvent({ title: 'Not in the page' });
  const { headers, body } = await read('/edit');
  expect(body).not.toContain('Not in the page');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("frame-ancestors 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(body).not.toMatch(/<script(?![^>]* src=")|<style| style="| on\w+="/);
  expect(headers.get('etag')).toMatch(/^"/);
  const docs = await read('/docs');
  expect(docs.headers.get('content-security-policy')).toBe(policy);
});

it('Its files are static, and the same for all languages', async () => {
  for (const name of FILES) {
    const { status, headers, body } = await read(`/edit/${name}`);
    expect([name, status]).toEqual([name, 200]);
    expect(headers.get('content-type')).toMatch(name.endsWith('css') ? 'text/css' : 'javascript');
    expect(body).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|eval\(/);
    expect((await read(`/de/edit/${name}`)).body).toBe(body);
  }
  expect((await read('/edit/other.js')).status).toBe(404);
  expect((await read('/edit', 'POST')).status).toBe(405);
});

it('Links of the page are relative, also below the path of a proxy', async () => {
  const { body } = await read('/de/edit/');
  expect(body).toContain('data-root="../../cal/events/v1"');
  expect(body).toContain('src="../../edit/editor.js"');
});

it('Without EDITOR=on there is no editor', async () => {
  const plain = await startApp();
  for (const path of ['/edit', '/de/edit', '/edit/editor.js'])
    expect((await plain.request('GET', plain.origin + path, { headers: HTML })).status).toBe(404);
  await plain.close();
});

it('The namespace may not begin with its path, and the setting is on or off', () => {
  const settings = { API_NAMESPACE: 'edit/v1', SITE: 'off', EDITOR: 'on' };
  expect(() => readSettings(settings)).toThrow(/^API_NAMESPACE must not begin with edit/);
  expect(readSettings({}).editor).toBe('off');
  expect(readSettings({ EDITOR: '/usr/bin/vi' }).editor).toBe('off');
});

it('The editor of a shell is not the setting', () => {
  const before = process.env.EDITOR;
  process.env.EDITOR = 'vi';
  expect(readProcessSettings().editor).toBe('off');
  process.env.EDITOR = 'on';
  expect(readProcessSettings().editor).toBe('on');
  delete process.env.EDITOR;
  if (before !== undefined) process.env.EDITOR = before;
});
