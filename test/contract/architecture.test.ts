import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const SRC = join(__dirname, '../../src');
/** As Prettier writes it: names of what is imported, then the path of a file of ours. */
const IMPORT = /^(?:import|export) (?:([^'";]*?) from )?'(\.[^']*)';$/gm;
/** The names of what is imported, then the name of a package. */
const IMPORTED_PACKAGE = /^import (?:([^'";]*?) from )?'([^.'][^']*)';$/gm;
/** The name of a package that is loaded when it is first used. */
const ON_DEMAND = /\bonDemand<[^>]*>\('([^']+)'/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A column of an entity: its decorator, its name, and what follows it. */
const COLUMN = /@(\w*Column\([^;]*?)\)\n\s+(?:readonly )?(\w+)([?:])/g;
const DRAWERS = /(^|[-.])(utils?|commons?|helpers?|base|managers?|impl)([-.]|$)/;
/** What a resource offers to the events and to other teams, besides its module. */
const PUBLIC_FILES =
  /(\.service|\.entity|-record|\/place|\/person|\/dto\/([a-z]+-[a-z]+\.dto|[a-z]+-[a-z]+-query))\.ts$/;
/** The resources that refer to others. */
const REFERRING = ['events', 'changes'];
/** What packages outside of the repository may use; each re-exports what others offer. */
const FACES = ['index.ts', 'platform/index.ts', 'calendar/index.ts'];

interface Import {
  from: string;
  to: string;
  /** Gone once compiled: `import type`. */
  typeOnly: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
const imports = files.flatMap(importsOf);

/** The imports of a file that name other files of src, by their paths from there. */
function importsOf(from: string): Import[] {
  const statements = readFileSync(join(SRC, from), 'utf8').matchAll(IMPORT);
  return [...statements].flatMap(([, names = '', name]) => {
    const path = posix.join(posix.dirname(from), name);
    const to = [`${path}.ts`, `${path}/index.ts`].find((file) => files.includes(file));
    return to === undefined ? [] : [{ from, to, typeOnly: isTypeOnly(names) }];
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

/** Ways that lead back to where they began, one for each that a walk through all of them meets. */
function cycles(edges: readonly { from: string; to: string }[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (place: string, way: readonly string[]): void => {
    if (way.includes(place)) found.push([...way.slice(way.indexOf(place)), place].join(' → '));
    if (way.includes(place) || done.has(place)) return;
    for (const to of targets.get(place) ?? []) walk(to, [...way, place]);
    done.add(place);
  };
  for (const from of targets.keys()) walk(from, []);
  return found;
}

/** The folder below `src/<part>/` that a file stands in; undefined for one of the part itself. */
function folderIn(part: string, file: string): string | undefined {
  const [first, folder, ...rest] = file.split('/');
  return first === part && rest.length > 0 ? folder : undefined;
}

/** The rooms of the platform, from the lowest to the highest; see src/platform/README.md. */
const ROOMS = [
  'foundation',
  'storage',
  'input',
  'http',
  'access',
  'documents',
  'operation',
  'edge',
];

/** The folder of the platform whose index opens a file to others. */
function chapterOf(file: string): string | undefined {
  if (folderIn('platform', file) === undefined) return undefined;
  let folder = posix.dirname(file);
  while (ROOMS.includes(posix.dirname(folder).slice('platform/'.length)) === false) {
    if (ROOMS.includes(folder.slice('platform/'.length))) return folder;
    folder = posix.dirname(folder);
  }
  return folder;
}

/** Sentences about the imports that break a rule. */
const broken = (isBroken: (entry: Import) => boolean, rule: string): string[] =>
  imports.filter(isBroken).map(({ from, to }) => `src/${from} imports src/${to}: ${rule}`);

/** Whether a file is part of a module beside the calendar, as other teams have them. */
const isOfOthers = (file: string): boolean => /^(?!platform\/|calendar\/|cli\/).+\//.test(file);

/** The resources are the folders with a controller; the others are what they share. */
const resources = new Set(
  files
    .filter((file) => file.startsWith('calendar/') && file.endsWith('.controller.ts'))
    .map((file) => basename(dirname(file))),
);

/** The one file of the platform that says what the service is called. */
const NAMES = 'platform/foundation/config/service-names.ts';

describe('The architecture', () => {
  it('is looked at: the sources and their imports are found', () => {
    expect(resources).toContain('events');
    expect(imports.length).toBeGreaterThan(files.length);
  });

  it('lets the platform hold the calendar up, and never lean on it', () => {
    const rule = 'move what both need into src/platform, or hand it in from the calendar.';
    expect(
      broken(({ from, to }) => from.startsWith('platform/') && !to.startsWith('platform/'), rule),
    ).toEqual([]);
  });

  it('keeps the words of the calendar out of the platform', () => {
    const words = /\b(venues?|organizers?|categor(y|ies)|X-(TEC|WP)-\w+|\w*events?-calendar)\b/i;
    const found = files
      .filter((file) => file.startsWith('platform/') && file !== NAMES)
      .flatMap((file) => {
        const code = readFileSync(join(SRC, file), 'utf8').replace(COMMENTS, '');
        const [word] = words.exec(code) ?? [];
        return word === undefined ? [] : [`src/${file} says ${word}`];
      });
    // What only the calendar means is handed in by its modules, with @ServiceModule.
    expect(found).toEqual([]);
  });

  it('keeps the calendar apart from the commands, and from the modules of other teams', () => {
    const rule = 'they call the calendar, not the other way round.';
    expect(
      broken(
        ({ from, to }) => from.startsWith('calendar/') && (to.startsWith('cli/') || isOfOthers(to)),
        rule,
      ),
    ).toEqual([]);
  });

  it('opens the calendar to the modules of other teams by what PUBLIC_FILES names', () => {
    const rule = "ask the resource's service, or import its module.";
    expect(
      broken(({ from, to }) => {
        const isOpen = PUBLIC_FILES.test(to) || /(\.module|\/index)\.ts$/.test(to);
        const isOther = isOfOthers(from) || from === 'calendar/index.ts';
        return isOther && to.startsWith('calendar/') && !isOpen;
      }, rule),
    ).toEqual([]);
  });

  it('opens a folder of the platform to others through its index only', () => {
    const rule = "export it from the folder's index.ts, or do without it.";
    const isOpen = (to: string): boolean => to.endsWith('/index.ts') || to.endsWith('.module.ts');
    expect(
      broken(({ from, to }) => {
        const chapter = chapterOf(to);
        if (chapter === undefined || chapter === chapterOf(from)) return false;
        return from !== 'platform/platform.module.ts' && !isOpen(to);
      }, rule),
    ).toEqual([]);
  });

  it('has public faces for packages, which nothing in the repository loads', () => {
    expect(files).toEqual(expect.arrayContaining(FACES));
    const rule = "import from the folder's index.ts, or the file.";
    expect(broken(({ to }) => FACES.includes(to), rule)).toEqual([]);
  });

  it('lets a resource know no other, except the events and the changes, which refer to all', () => {
    const rule =
      'only events and changes refer to other resources, by what PUBLIC_FILES names; ' +
      'what several resources need stands in a folder without a controller.';
    expect(
      broken(({ from, to }) => {
        const [own, other] = [folderIn('calendar', from), folderIn('calendar', to)];
        if (own === undefined || other === undefined || own === other) return false;
        if (!resources.has(other)) return false;
        return !REFERRING.includes(own) || !(PUBLIC_FILES.test(to) || to.endsWith('.module.ts'));
      }, rule),
    ).toEqual([]);
  });

  it('opens what the resources share through its index only', () => {
    const rule = "export it from the folder's index.ts.";
    expect(
      broken(({ from, to }) => {
        const shared = folderIn('calendar', to);
        if (shared === undefined || resources.has(shared)) return false;
        return folderIn('calendar', from) !== shared && !to.endsWith('/index.ts');
      }, rule),
    ).toEqual([]);
  });

  it('lets a room of the platform import from lower rooms only', () => {
    const rule = `the rooms are, from the lowest: ${ROOMS.join(', ')}.`;
    expect(readdirSync(join(SRC, 'platform')).filter((name) => !name.includes('.'))).toEqual(
      [...ROOMS].sort(),
    );
    expect(
      broken(({ from, to }) => {
        const [own, other] = [from, to].map((file) => folderIn('platform', file) ?? '');
        return own !== '' && other !== '' && ROOMS.indexOf(own) < ROOMS.indexOf(other);
      }, rule),
    ).toEqual([]);
  });

  it('has no circle of folders within a room of the platform', () => {
    const between = imports.flatMap(({ from, to }) => {
      const [own, other] = [chapterOf(from), chapterOf(to)];
      const differ = own !== undefined && other !== undefined && own !== other;
      return differ ? [{ from: `src/${own}`, to: `src/${other}` }] : [];
    });
    expect(cycles(between)).toEqual([]);
  });

  it('has no circle of files that load each other', () => {
    expect(cycles(imports.filter(({ typeOnly }) => !typeOnly))).toEqual([]);
  });

  it('says of the columns that no read selects that an entity may lack them, and of no others', () => {
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

  it('loads packages on demand that a start does without: elsewhere, types of them alone', () => {
    const texts = files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')] as const);
    const onDemand = new Set(
      texts.flatMap(([, text]) => [...text.matchAll(ON_DEMAND)].map(([, name]) => name)),
    );
    expect(onDemand.size).toBeGreaterThan(4);
    const loaded = texts.flatMap(([file, text]) =>
      [...text.matchAll(IMPORTED_PACKAGE)]
        .filter(([, names, name]) => onDemand.has(name) && !isTypeOnly(names))
        .map(
          ([, , name]) =>
            `src/${file} loads ${name}: see src/platform/foundation/reuse/on-demand.ts`,
        ),
    );
    expect(loaded).toEqual([]);
  });

  it('leaves what databases do differently to their dialects, but for tables and migrations', () => {
    const tables =
      /\.migration\.ts$|^platform\/storage\/database\/(change-table|index|is-mysql|tables)\.ts$/;
    const asking = files.filter((file) => {
      const code = readFileSync(join(SRC, file), 'utf8').replace(COMMENTS, '');
      return !tables.test(file) && /\bisMysql\b|\boptions\.type\b/.test(code);
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

  it('names files after what they hold, not after a drawer', () => {
    const drawers = files.filter((file) =>
      file.split('/').some((part) => DRAWERS.test(part.replace(/\.ts$/, ''))),
    );
    expect(drawers.map((file) => `src/${file}: say what is in it`)).toEqual([]);
  });
});
