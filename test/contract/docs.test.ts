import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fakeDate } from '../support/fake-date';
import { startApp, type TestApp } from '../support/app';
import { anchorsOf, codesIn, tableBelow } from '../support/markdown';

const ROOT = join(__dirname, '../..');
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'openapi/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map(inDocs),
];

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

function inDocs(file: string): string {
  return `docs/${file.replaceAll('\\', '/')}`;
}

describe('docs/dependencies.md', () => {
  interface Package {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  }
  const packageIn = (folder: string): Package =>
    JSON.parse(read(join(folder, 'package.json'))) as Package;
  const { dependencies, devDependencies } = packageIn('.');
  const bench = packageIn('bench').devDependencies;
  const clients = packageIn('test/clients').devDependencies;

  it.each([
    ['In the service', dependencies],
    ['For building and testing', devDependencies],
    ['Clients in the tests', clients],
    ['For the benchmark', bench],
  ])('explains each dependency: %s', (heading, packages) => {
    const documented = tableBelow(heading, read('docs/dependencies.md')).flatMap(([names]) =>
      codesIn(names),
    );
    expect(documented.sort()).toEqual(Object.keys(packages).sort());
  });

  it('lists the pinned dependencies', () => {
    const loose = [dependencies, devDependencies, bench, clients]
      .flatMap((packages) => Object.entries(packages))
      .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    expect(loose).toEqual([]);
  });
});

describe('Links and images in the documentation', () => {
  it.each(PAGES)('have existing targets: %s', (page) => {
    const targets = [
      ...read(page).matchAll(/(?<=\]\()(?!https?:)[^)]*|(?<= (?:src|srcset)=")(?!https?:)[^"]*/g),
    ].map(([target]) => target);
    const broken = targets.filter((target) => {
      const [path, anchor] = target.split('#');
      const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      return !exists(file, anchor);
    });
    expect(broken).toEqual([]);
  });

  it('have unique anchors in the interface reference', () => {
    const anchors = anchorsOf(read('docs/reference/interface.md'));
    expect(anchors).toEqual([...new Set(anchors)]);
  });

  it('include every page in docs/README.md', () => {
    const list = read('docs/README.md');
    const unlisted = PAGES.filter(
      (page) =>
        !/^(docs\/)?README\.md$/.test(page) && !list.includes(`(${relative('docs', page)})`),
    );
    expect(unlisted).toEqual([]);
  });
});

/** Folders with comments and texts that contain references. */
const FOLDERS = [
  ...['.ci', '.github', 'docker', 'docs', 'examples', 'i18n'],
  ...['openapi', 'scripts', 'src', 'test'],
];
const WRITTEN = /\.(?:css|js|mjs|md|ts|ya?ml)$|^i18n.*\.json$/;

/** Without links between pages, which another test checks. */
const SOURCES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  ),
].filter((file) => WRITTEN.test(file) && !file.includes('node_modules'));

/** Names of public standards in comments and texts. */
const STANDARD =
  'RFC \\d+|UAX #\\d+|ECMA-\\d+|Fetch|draft-ietf-[\\w-]+' +
  '|(?:OpenID Connect|W3C)(?: [A-Z]\\w+)+(?: [\\d.]+)?';
const SECTION = '\u00a7[\\d.]*\\d';
/** One or more sections of a standard. */
const CITATION = new RegExp(`(?:${STANDARD}) ${SECTION}(?:(?:,| and) ${SECTION})*`, 'g');

describe('References in comments and texts', () => {
  it('have an existing page and heading', () => {
    const dead = SOURCES.flatMap((file) =>
      [...read(file).matchAll(/\b((?:docs|openapi)\/[\w./-]+\.md)(?:#([\w-]*))?/g)]
        .filter(([, page, anchor]) => !exists(page, anchor))
        .map(([reference]) => `${file}: ${reference}`),
    );
    expect(dead).toEqual([]);
  });

  it('name sections of public standards or pages of this repository', () => {
    const cited = SOURCES.filter((file) => read(file).includes('\u00a7'));
    const unknown = cited.flatMap((file) =>
      [
        ...unwrapped(read(file))
          .replace(CITATION, '')
          .matchAll(/.{0,60}\u00a7.{0,20}/g),
      ].map(([text]) => `${file}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });
});

/** The page must have the heading of the anchor. */
const exists = (page: string, anchor: string | undefined): boolean =>
  existsSync(join(ROOT, page)) && (anchor === undefined || anchorsOf(read(page)).includes(anchor));

/** Joins comments that span several lines. */
const unwrapped = (text: string): string => text.replace(/\s*\n\s*(?:\*|\/\/)? ?/g, ' ');

interface Command {
  method: string;
  /** Relative to the root of the service. */
  path: string;
  body?: string;
}

function curlCommands(page: string): Command[] {
  const scripts = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, script]) => script).join('');
  const [, root = ''] = /^API=http:\/\/[^/]+(\S*)$/m.exec(scripts) ?? [];
  return [...scripts.matchAll(/^curl (?:[^'\n]|'[^']*')+$/gm)].map(([command]) => {
    const body = /--json '([^']*)'/.exec(command)?.[1];
    const [, address = ''] = /(?:curl|-[A-Z]) "?(\$API[^\s"]*|http:[^\s"]*)/.exec(command) ?? [];
    return {
      method: /-X ([A-Z]+)/.exec(command)?.[1] ?? (body === undefined ? 'GET' : 'POST'),
      path: address.replace('$API', root).replace(/^http:\/\/[^/]+/, ''),
      body,
    };
  });
}

describe('The curl commands in the README and the tutorial', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each(['README.md', 'docs/tutorial.md'])(
    'succeed, also when they are repeated: %s',
    async (page) => {
      const commands = curlCommands(read(page));
      const responses: string[] = [];
      for (const { method, path, body } of [...commands, ...commands]) {
        const { status } = await app.request(method, `${app.origin}${path}`, { body });
        responses.push(`${method} ${path}: ${status < 400 ? 'fine' : status}`);
      }
      expect(commands.length).toBeGreaterThan(1);
      expect(responses.filter((response) => !response.endsWith(': fine'))).toEqual([]);
    },
  );
});

/** Keys whose values depend on the time, or on what else is stored. */
const VARYING = /^(id|uid|version|count|more|record|.*token|.*date|start|end)$/;

/** Returns a response as documented, with types in place of values that vary. */
const expectedOf = (shown: unknown): unknown =>
  Array.isArray(shown)
    ? shown.map(expectedOf)
    : typeof shown === 'object' && shown !== null
      ? expect.objectContaining(
          Object.fromEntries(
            Object.entries(shown).map(([key, value]: [string, unknown]) => [
              key,
              VARYING.test(key) ? expect.any((value as object).constructor) : expectedOf(value),
            ]),
          ),
        )
      : shown;

describe('The responses in the README and the tutorial', () => {
  it.each([
    ['README.md', 1],
    ['docs/tutorial.md', 6],
  ])('are those of the commands above them: %s', async (page, count) => {
    const app = await startApp();
    const text = read(page);
    // Each block of commands, and the response that is shown below it.
    const blocks = [
      ...text.matchAll(/^```sh\n(.*?)^```\n+(?:[^`\n][^\n]*\n+)?(?:```json\n(.*?)^```)?/gms),
    ];
    const root = /^API=.*$/m.exec(text)?.[0];
    let compared = 0;
    for (const [, script, shown] of blocks) {
      let body: unknown;
      for (const { method, path, body: sent } of curlCommands(
        '```sh\n' + `${root}\n${script}` + '```',
      ))
        ({ body } = await app.request(method, `${app.origin}${path}`, { body: sent }));
      if (shown === undefined) continue;
      expect(body).toEqual(expectedOf(JSON.parse(shown)));
      compared++;
    }
    await app.close();
    expect(compared).toBe(count);
  });
});

describe('The curl commands in docs/recurring-events.md', () => {
  interface Found {
    title: string;
    start_date: string;
    event_status: string;
  }
  let app: TestApp;
  const events = new Map<string, Found[]>();

  beforeAll(async () => {
    app = await startApp();
    fakeDate(new Date('2027-04-01T10:00:00Z'));
    const { id } = await app.createEvent({
      title: 'Quiz',
      start_date: '2027-05-06 20:00',
      end_date: '2027-05-06 22:00',
    });
    expect(id).toBe(1);
    for (const { method, path, body } of curlCommands(read('docs/recurring-events.md'))) {
      const { status } = await app.request(method, `${app.origin}${path}`, { body });
      expect([method, path, status < 400]).toEqual([method, path, true]);
    }
    for (const title of ['Jazz night', 'Flea market', 'Film club', 'Quiz']) {
      const query = { search: title, per_page: 50, start_date: '2027-05-01' };
      const { body } = await app.get<{ events: Found[] }>('/events', query);
      events.set(title, body.events);
    }
  });
  afterAll(async () => {
    await app.close();
    jest.useRealTimers();
  });

  const daysOf = (title: string): string[] =>
    (events.get(title) ?? []).map(({ start_date }) => start_date.slice(0, 10));

  it('repeat events by rules', () => {
    expect(daysOf('Flea market').slice(0, 3)).toEqual(['2027-05-31', '2027-06-30', '2027-07-31']);
    expect(daysOf('Quiz')).toEqual(
      ['06', '13', '20', '27'].map((day) => `2027-05-${day}`).concat('2027-06-03', '2027-06-10'),
    );
  });

  it('move, leave out and add single dates', () => {
    expect(daysOf('Jazz night').slice(0, 6)).toEqual([
      '2027-05-04',
      '2027-05-19',
      '2027-06-15',
      '2027-07-13',
      '2027-07-14',
      '2027-07-27',
    ]);
    expect(daysOf('Jazz night')).not.toContain('2027-12-28');
    const cancelled = events
      .get('Jazz night')
      ?.filter(({ event_status }) => event_status === 'canceled');
    expect(cancelled?.map(({ start_date }) => start_date)).toEqual(['2027-06-15 20:00:00']);
  });

  it('change the time from a date on, and end the series', () => {
    const starts = events.get('Jazz night')?.map(({ start_date }) => start_date) ?? [];
    expect(starts.filter((start) => start > '2027-08-24')).toEqual(
      expect.arrayContaining(['2027-08-24 20:00:00', '2027-09-07 19:00:00', '2028-04-18 19:00:00']),
    );
    expect(starts.at(-1)).toBe('2028-04-18 19:00:00');
  });

  it('delete a series', () => {
    expect(daysOf('Film club')).toEqual([]);
  });
});
