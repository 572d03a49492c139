import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const SRC = join(__dirname, '../../src');
/** Matches an import of a local file as Prettier formats it: names, then path. */
const IMPORT = /^(?:import|export) (?:([^'";]*?) from )?'(\.[^']*)';$/gm;
/** Matches an import of a package: names, then package. */
const IMPORTED_PACKAGE = /^import (?:([^'";]*?) from )?'([^.'][^']*)';$/gm;
/** Matches a package that is loaded on first use. */
const ON_DEMAND = /\bonDemand<[^>]*>\('([^']+)'/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** Matches a column of an entity: its decorator, its name, and the text after it. */
const COLUMN = /@(\w*Column\([^;]*?)\)\n\s+(?:readonly )?(\w+)([?:])/g;
const VAGUE_NAMES = /(^|[-.])(utils?|commons?|helpers?|base|managers?|impl)([-.]|$)/;
/** Files of a resource that others may import, besides its module. */
const PUBLIC_FILES =
  /(\.service|\.entity|-record|\/event-(venues|organizers|categories|tags)|-json-ld|\/dto\/([a-z]+-[a-z]+\.dto|[a-z]+-[a-z]+-query))\.ts$/;
/** These folders may import resources. */
const REFERRING = ['events', 'feeds', 'changes', 'webhooks', 'imports', 'site', 'editor'];
/** The entry points for external packages; each re-exports the public files. */
const ENTRY_POINTS = ['index.ts', 'platform/index.ts', 'calendar/index.ts'];

interface Import {
  from: string;
  to: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
const imports = files.flatMap(importsOf);

function importsOf(from: string): Import[] {
  const statements = readFileSync(join(SRC, from), 'utf8').matchAll(IMPORT);
  return [...statements].flatMap(([, , name]) => {
    const path = posix.join(posix.dirname(from), name);
    const to = [`${path}.ts`, `${path}/index.ts`].find((file) => files.includes(file));
    return to === undefined ? [] : [{ from, to }];
  });
}

/** `type X`, `type { X, Y }` and `{ type X, type Y }`. */
function isTypeOnly(names: string): boolean {
  if (names.startsWith('type ')) return true;
  const each = names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim());
  return each.filter(Boolean).every((name) => name.startsWith('type ')) && names !== '';
}

function cycles(edges: readonly { from: string; to: string }[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (folder: string, way: readonly string[]): void => {
    if (way.includes(folder)) found.push([...way.slice(way.indexOf(folder)), folder].join(' → '));
    if (way.includes(folder) || done.has(folder)) return;
    for (const to of targets.get(folder) ?? []) walk(to, [...way, folder]);
    done.add(folder);
  };
  for (const from of targets.keys()) walk(from, []);
  return found;
}

/** Below `src/<part>/`; undefined for a file directly in the part. */
function folderIn(part: string, file: string): string | undefined {
  const [first, folder, ...rest] = file.split('/');
  return first === part && rest.length > 0 ? folder : undefined;
}

/** The folders of the calendar, from the lowest to the highest; see its README.md. */
const LAYERS = [
  'identity',
  'event-counts',
  'publication',
  'images',
  'posts',
  'links',
  'linked-records',
  'terms',
  'venues',
  'organizers',
  'categories',
  'tags',
  'events',
  'feeds',
  'changes',
  'webhooks',
  'imports',
  'site',
  'editor',
];

/** Returns the folder of the platform whose index exports a file: a folder of `src/platform`, or of `http`. */
function publicFolderOf(file: string): string | undefined {
  const room = folderIn('platform', file);
  if (room === undefined) return undefined;
  return room === 'http' ? posix.dirname(file) : `platform/${room}`;
}

const broken = (isBroken: (entry: Import) => boolean, rule: string): string[] =>
  imports.filter(isBroken).map(({ from, to }) => `src/${from} imports src/${to}: ${rule}`);

const isOpened = (to: string): boolean =>
  PUBLIC_FILES.test(to) || /(\.module|\/index)\.ts$/.test(to);

const isExternal = (file: string): boolean => /^(?!platform\/|calendar\/|cli\/).+\//.test(file);

/** Resources are folders with a controller; all others are shared. */
const resources = new Set(
  files
    .filter((file) => file.startsWith('calendar/') && file.endsWith('.controller.ts'))
    .map((file) => folderIn('calendar', file)),
);

/** Files that import others directly; main.ts starts tracing before all that it instruments is loaded. */
const DIRECT = ['platform/platform.module.ts', 'main.ts'];

/** The only file of the platform with the name of the service. */
const NAMES = 'platform/config/service-names.ts';

describe('The architecture', () => {
  it('is tested on all source files and their imports', () => {
    expect(resources).toContain('events');
    expect(imports.length).toBeGreaterThan(files.length);
  });

  it('has no import of the calendar in the platform', () => {
    const rule = 'move what both need into src/platform, or hand it in from the calendar.';
    expect(
      broken(({ from, to }) => from.startsWith('platform/') && !to.startsWith('platform/'), rule),
    ).toEqual([]);
  });

  it('has no calendar terms in the platform', () => {
    const words = /\b(venues?|organizers?|categor(y|ies)|X-(TEC|WP)-\w+|\w*events?-calendar)\b/i;
    const found = files
      .filter((file) => file.startsWith('platform/') && file !== NAMES)
      .flatMap((file) => {
        const code = readFileSync(join(SRC, file), 'utf8').replace(COMMENTS, '');
        const [word] = words.exec(code) ?? [];
        return word === undefined ? [] : [`src/${file} says ${word}`];
      });
    // The platform gets the terms of the calendar by @ServiceModule.
    expect(found).toEqual([]);
  });

  it('has no import of commands or external modules in the calendar', () => {
    const rule = 'they call the calendar, not the other way round.';
    expect(
      broken(
        ({ from, to }) => from.startsWith('calendar/') && (to.startsWith('cli/') || isExternal(to)),
        rule,
      ),
    ).toEqual([]);
  });

  it('allows other modules only the imports in PUBLIC_FILES', () => {
    const rule = "ask the resource's service, or import its module.";
    expect(
      broken(({ from, to }) => {
        const isOther = isExternal(from) || from === 'calendar/index.ts';
        return isOther && to.startsWith('calendar/') && !isOpened(to);
      }, rule),
    ).toEqual([]);
  });

  it('allows imports of a platform folder only through its index', () => {
    const rule = "export it from the folder's index.ts, or do without it.";
    const isOpen = (to: string): boolean => to.endsWith('/index.ts') || to.endsWith('.module.ts');
    expect(
      broken(({ from, to }) => {
        const folder = publicFolderOf(to);
        if (folder === undefined || folder === publicFolderOf(from)) return false;
        return !DIRECT.includes(from) && !isOpen(to);
      }, rule),
    ).toEqual([]);
  });

  it('has entry points for packages that no source file imports', () => {
    expect(files).toEqual(expect.arrayContaining(ENTRY_POINTS));
    const rule = "import from the folder's index.ts, or the file.";
    expect(broken(({ to }) => ENTRY_POINTS.includes(to), rule)).toEqual([]);
  });

  it('has no imports between resources, except those in REFERRING', () => {
    const rule =
      'only events, feeds, changes, webhooks, imports, site and editor refer to other resources, by PUBLIC_FILES or index.ts; ' +
      'what several resources need stands in a folder without a controller.';
    expect(
      broken(({ from, to }) => {
        const [own, other] = [folderIn('calendar', from), folderIn('calendar', to)];
        if (own === undefined || other === undefined || own === other) return false;
        if (!resources.has(other)) return false;
        return !REFERRING.includes(own) || !isOpened(to);
      }, rule),
    ).toEqual([]);
  });

  it('allows imports of shared calendar folders only through their index', () => {
    const rule = "export it from the folder's index.ts.";
    expect(
      broken(({ from, to }) => {
        const shared = folderIn('calendar', to);
        if (shared === undefined || resources.has(shared)) return false;
        return folderIn('calendar', from) !== shared && !to.endsWith('/index.ts');
      }, rule),
    ).toEqual([]);
  });

  it('has folders in the calendar that import from lower folders only, also types', () => {
    const rule = `the folders are, from the lowest: ${LAYERS.join(', ')}.`;
    const folders = readdirSync(join(SRC, 'calendar')).filter((name) => !name.includes('.'));
    expect(folders).toEqual([...LAYERS].sort());
    expect(
      broken(({ from, to }) => {
        const [own, other] = [from, to].map((file) => folderIn('calendar', file) ?? '');
        return own !== '' && other !== '' && LAYERS.indexOf(own) < LAYERS.indexOf(other);
      }, rule),
    ).toEqual([]);
  });

  it('has folders in the platform that are at most two floors deep', () => {
    const deep = files.filter((file) => file.startsWith('platform/') && file.split('/').length > 4);
    expect(deep).toEqual([]);
  });

  it('has no import cycles between platform folders', () => {
    const between = imports.flatMap(({ from, to }) => {
      const [own, other] = [publicFolderOf(from), publicFolderOf(to)];
      const differ = own !== undefined && other !== undefined && own !== other;
      return differ ? [{ from: `src/${own}`, to: `src/${other}` }] : [];
    });
    expect(cycles(between)).toEqual([]);
  });

  it('has no import cycles between files, of types either', () => {
    expect(cycles(imports)).toEqual([]);
  });

  it('declares exactly the columns excluded from reads as optional', () => {
    const entities = files.filter((file) => file.endsWith('.entity.ts'));
    const columns = entities.flatMap((file) =>
      [...readFileSync(join(SRC, file), 'utf8').matchAll(COLUMN)].map(
        ([, decorator = '', name, mark]) => ({
          name: `src/${file}: ${name}`,
          isLeftOut: decorator.includes('select: false'),
          isOptional: mark === '?',
        }),
      ),
    );
    expect(columns.filter(({ isLeftOut }) => isLeftOut).length).toBeGreaterThan(4);
    const wrong = columns.filter(({ isLeftOut, isOptional }) => isLeftOut !== isOptional);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('loads optional packages on first use, and imports only their types elsewhere', () => {
    const texts = files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')] as const);
    const onDemand = new Set(
      texts.flatMap(([, text]) => [...text.matchAll(ON_DEMAND)].map(([, name]) => name)),
    );
    expect(onDemand.size).toBeGreaterThan(4);
    const loaded = texts.flatMap(([file, text]) =>
      [...text.matchAll(IMPORTED_PACKAGE)]
        .filter(([, names, name]) => onDemand.has(name) && !isTypeOnly(names))
        .map(([, , name]) => `src/${file} loads ${name}: see src/platform/shared/on-demand.ts`),
    );
    expect(loaded).toEqual([]);
  });

  it('has database differences only in dialects and tables', () => {
    const tables = 'platform/database/tables.ts';
    const asking = files.filter((file) => {
      const code = readFileSync(join(SRC, file), 'utf8').replace(COMMENTS, '');
      return file !== tables && /\bisMysql\b|\boptions\.type\b/.test(code);
    });
    const rule = 'make it a member of Dialect (docs/databases.md).';
    expect(asking.map((file) => `src/${file} asks which database it is: ${rule}`)).toEqual([]);
  });

  it('lists every migration in a module', () => {
    const listed = imports.filter(({ from }) => from.endsWith('.module.ts')).map(({ to }) => to);
    const missing = files.filter(
      (file) => file.endsWith('.migration.ts') && !listed.includes(file),
    );
    const rule = 'list its class in the migrations of @ServiceModule, or it never runs.';
    expect(missing.map((file) => `src/${file}: ${rule}`)).toEqual([]);
  });

  it('has file names that describe the content', () => {
    const vague = files.filter((file) =>
      file.split('/').some((part) => VAGUE_NAMES.test(part.replace(/\.ts$/, ''))),
    );
    expect(vague.map((file) => `src/${file}: choose a name that describes the content`)).toEqual(
      [],
    );
  });
});
