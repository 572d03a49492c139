import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app';
import { recipe } from '../support/recipes';

let app: TestApp;
let folder: string;

beforeEach(async () => {
  [app, folder] = await Promise.all([startApp(), mkdtemp(join(tmpdir(), 'calendar-recipe-'))]);
});
afterEach(() => Promise.all([app.close(), rm(folder, { recursive: true })]));

it('The static site of examples/recipes has a page for each event', async () => {
  const { slug } = await app.createEvent({
    title: 'Tea & cake',
    description: '<p>Bring a <em>cup</em></p>',
    start_date: 'tomorrow 15:00',
    end_date: 'tomorrow 16:00',
  });
  await app.createEvent({ start_date: 'tomorrow 17:00', end_date: 'tomorrow 18:00' });
  const script = join(folder, 'build-site.mjs');
  await writeFile(script, recipe('build-site.mjs', app.origin));
  await promisify(execFile)(process.execPath, [script], { cwd: folder });
  expect(await readdir(join(folder, 'site'))).toHaveLength(3);
  const index = await readFile(join(folder, 'site/index.html'), 'utf8');
  expect(index).toContain(`<a href="${slug}.html">Tea &#38; cake</a>`);
  const page = await readFile(join(folder, `site/${slug}.html`), 'utf8');
  expect(page).toContain('<h1>Tea &#38; cake</h1>');
  expect(page).toContain('<p>Bring a <em>cup</em></p>');
});

it('two-languages.mjs writes the pages of a site in two languages', async () => {
  const { slug } = await app.createEvent({
    title: 'Tea in the garden',
    start_date: 'tomorrow 15:00',
    end_date: 'tomorrow 16:00',
    translations: { fr: { title: 'Thé au jardin', description: '<p>Avec une tasse</p>' } },
  });
  const english = await app.createEvent({
    title: 'Only in English',
    start_date: 'tomorrow 17:00',
    end_date: 'tomorrow 18:00',
  });
  const script = join(folder, 'two-languages.mjs');
  await writeFile(script, recipe('two-languages.mjs', app.origin));
  await promisify(execFile)(process.execPath, [script], { cwd: folder });
  const page = (file: string): Promise<string> => readFile(join(folder, 'site', file), 'utf8');
  expect(await page('fr/index.html')).toContain(`<a href="${slug}.html">Thé au jardin</a>`);
  expect(await page('en/index.html')).toContain(`<a href="${slug}.html">Tea in the garden</a>`);
  const french = await page(`fr/${slug}.html`);
  expect(french).toContain('<article lang="fr"><h1>Thé au jardin</h1><p>Avec une tasse</p>');
  expect(french).toContain(`<link rel="alternate" hreflang="en" href="../en/${slug}.html" />`);
  const fallback = await page(`fr/${english.slug}.html`);
  expect(fallback).toContain('<article lang="en"><h1>Only in English</h1>');
  expect(fallback).not.toContain('hreflang="fr"');
});

it('The mirror in Python of examples/recipes follows the calendar', async () => {
  const script = join(folder, 'mirror.py');
  const main = `
import sys

mirror = Mirror(${JSON.stringify(app.url)})
for _line in sys.stdin:
    mirror.synchronise()
    print(json.dumps(mirror.records), flush=True)
`;
  await writeFile(script, recipe('mirror.py', app.origin) + main);
  const program = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const synchronise = async (): Promise<Record<string, { title?: string }>> => {
    program.stdin.write('\n');
    const { value } = (await lines.next()) as { value: string };
    return JSON.parse(value) as Record<string, { title?: string }>;
  };
  const [retained, deleted] = [await app.createEvent(), await app.createEvent()];
  expect(Object.keys(await synchronise())).toEqual([
    `events ${retained.id}`,
    `events ${deleted.id}`,
  ]);
  await app.patch(`/events/${retained.id}`, { title: 'Another title' });
  await app.delete(`/events/${deleted.id}`);
  const records = await synchronise();
  expect(Object.keys(records)).toEqual([`events ${retained.id}`]);
  expect(records[`events ${retained.id}`].title).toBe('Another title');
  program.stdin.end();
});
