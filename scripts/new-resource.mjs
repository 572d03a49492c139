/*
 * npm run new:resource -- performer performers
 *
 * Copies the smallest resource, examples/speakers, into the service with another name: code to
 * src/, tests to test/, texts to i18n/. Adds a line to each file that lists resources. Writes
 * nothing if a check fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  edited,
  fail,
  filesOf,
  isThere,
  NAME,
  nextMigration,
  pascalCase,
  root,
  write,
} from './generating.mjs';

const model = join(root, 'examples/speakers');

/** Longer names would exceed the limits of databases for names of tables and indexes. */
const NAME_MAX = 40;
/** Tables without a resource. */
const TABLES = ['migrations'];

const [one, many] = readNames(process.argv.slice(2)).map(formsOf);
const languages = readdirSync(join(root, 'i18n'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map(({ name }) => name);
const number = nextMigration();
const copies = filesOf(model).flatMap(copiesOf);
const edits = [appModule(), exampleCalls()];

checkNames();
await write([...copies, ...edits]);
report();

function readNames(names) {
  if (names.length !== 2)
    fail('Usage: npm run new:resource -- <singular> <plural>, such as performer performers');
  for (const name of names)
    if (!NAME.test(name) || name.length > NAME_MAX)
      fail(
        `"${name}" is not a valid name: use lower-case letters and digits, with hyphens between ` +
          `words, and at most ${NAME_MAX} characters, such as sound-check.`,
      );
  const [single, several] = names;
  if (single === several) fail(`The singular and the plural must differ: both are "${single}".`);
  // As `singular` of src/platform/texts, which names operations.
  const called = several.endsWith('ies') ? `${several.slice(0, -3)}y` : several.replace(/s$/, '');
  if (called !== single)
    fail(
      `The singular of "${several}" must be "${called}", not "${single}": ` +
        'the plural must add an s, or replace y by ies.',
    );
  return names;
}

function formsOf(name) {
  const pascal = pascalCase(name);
  return {
    path: name,
    prose: name.replaceAll('-', ' '),
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    constant: name.replaceAll('-', '_').toUpperCase(),
  };
}

function capitalised(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns no copy for a language that the service does not have. */
function copiesOf(from) {
  const file = relative(model, from)
    .replaceAll(sep, '/')
    .replace(/speaker(s?)/g, named('path'));
  const original = readFileSync(from, 'utf8').replaceAll(
    'CreateSpeakers0',
    `CreateSpeakers${number}`,
  );
  const [, language] = /^i18n\/(.*)\.json$/.exec(file) ?? [];
  if (language !== undefined)
    return languages.includes(language)
      ? [{ path: `i18n/${language}/${many.path}.json`, text: renamed(original) }]
      : [];
  const path = `${folderOf(file)}/${file}`;
  return [{ path, text: renamed(withImports(original, from, join(root, path))) }];
}

function folderOf(file) {
  if (file.endsWith('.test.ts')) return 'test/api';
  return file.endsWith('-calls.ts') ? 'test/contract' : `src/${many.path}`;
}

/** Adjusts type declarations, and imports of files that are not copied. */
function withImports(text, from, to) {
  return text.replace(/(?<=(?: from|^declare module) ')\.[^']*/gm, (name) => {
    const target = resolve(dirname(from), name);
    if (target.startsWith(model + sep)) return name;
    const path = relative(dirname(to), target).replaceAll(sep, '/');
    return path.startsWith('.') ? path : `./${path}`;
  });
}

/** Comments and quoted texts with spaces are sentences. */
function renamed(text) {
  const parts = /\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"|`[^`]*`|\w+/g;
  return text.replace(parts, (part) => {
    const isProse = /\s/.test(part);
    return part
      .replace(/SPEAKER(S?)/g, named('constant'))
      .replace(/Speaker(s?)/g, isProse ? named('prose', capitalised) : named('pascal'))
      .replace(/speaker(s?)(?=-)/g, named('path'))
      .replace(/speaker(s?)/g, named(isProse ? 'prose' : /^\w/.test(part) ? 'camel' : 'path'));
  });
}

function named(form, written = (name) => name) {
  return (_all, plural) => written((plural ? many : one)[form]);
}

function appModule() {
  const { pascal, path } = many;
  return edited('src/app.module.ts', [
    [
      /^(?=import .* from '\.\/platform)/m,
      `import { ${pascal}Module } from './${path}/${path}.module';\n`,
    ],
    [/(@Module\(\{\s*imports: \[[^\]]*\w),?\s*\]/, `$1, ${pascal}Module]`],
  ]);
}

function exampleCalls() {
  const name = `${one.constant}_CALLS`;
  return edited('test/contract/example-calls.ts', [
    [/^import .*\n/m, `$&import { ${name} } from './${one.path}-calls';\n`],
    [/(^export const CALLS\b[^]*?)^\];/m, `$1  ${name},\n];`],
  ]);
}

function checkNames() {
  const places = [
    `src/${many.path}`,
    `src/calendar/${many.path}`,
    ...copies.map(({ path }) => path),
  ];
  const place = places.find(isThere);
  if (place) fail(`${place} already exists: choose other names.`);
  if (TABLES.includes(many.path))
    fail(`The database already has a table ${many.path}: choose other names.`);
  if (one.pascal in globalThis || namesUsed().includes(one.pascal))
    fail(`The code already uses the name ${one.pascal}: choose other names.`);
}

/** Returns names that the example imports from elsewhere. */
function namesUsed() {
  const imports = filesOf(model).flatMap(
    (file) => readFileSync(file, 'utf8').match(/^import [^']*/gm) ?? [],
  );
  return imports
    .join()
    .match(/\w+/g)
    .filter((name) => !name.includes('Speaker'));
}

function report() {
  const has = (language) => copies.some(({ path }) => path.startsWith(`i18n/${language}/`));
  const others = languages.filter((language) => language !== 'en' && has(language));
  const missing = languages.filter((language) => !has(language));
  process.stdout.write(
    `${[
      ...copies.map(({ path }) => `Created ${path}`).sort(),
      ...edits.map(({ path }) => `Updated ${path}`),
      '',
      `Run its tests: npm run test:api -- test/api/${many.path}.test.ts`,
      `Replace the word "record" in its texts in ${others.join(', ')} by its name.`,
      ...(missing.length > 0
        ? [`Translate its texts into ${missing.join(', ')}: npm run i18n lists them.`]
        : []),
      'Next steps: docs/extending/README.md',
    ].join('\n')}\n`,
  );
}
