/*
 * Puts the programs of the service, with the packages that they load at their start, into one file
 * of what is built, bundle.js: Node finds, reads and compiles 1,800 files in more time than the
 * service needs for everything else of its start. src/load.ts says when it is loaded.
 *
 * The compiler's output is bundled, not the sources: esbuild knows no types, and Nest needs those of
 * parameters.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What is loaded by its name, `load` in src/load.ts. */
const PROGRAMS = ['start', 'cli/run'];

const FILE = 'bundle.js';
/** Which packages are in it, and in which versions. */
const LIST = 'bundle.json';
export const BUNDLE_FILES = [FILE, LIST];

/** What packages would load if it was there: other servers, other templates, a compiler, an older file. */
const ABSENT = [
  '@fastify/*',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer/storage',
  'handlebars',
  'hbs',
  'typescript',
];

/**
 * Packages that are loaded from their own folder: with native code, or with files that they read
 * beside their own. Who adds such a package to the service names it here.
 */
const IN_THEIR_FOLDERS = ['moment-timezone', 'swagger-ui-dist'];

/** In one file of their own, relative paths of this package's default format lead nowhere. */
const FORMATS = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

/** @param dist the folder with the compiler's output, of an absolute path */
export async function bundle(dist) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    stdin: { contents: PROGRAMS.map(entry).join('\n'), resolveDir: dist },
    outfile: join(dist, FILE),
    bundle: true,
    platform: 'node',
    target: 'node20',
    // Names of classes are written to the log, and noted down with migrations.
    keepNames: true,
    // It stays in memory. Lines stay short enough to tell the place of an error.
    minifyWhitespace: true,
    lineLimit: 120,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
    absWorkingDir: root,
    banner: {
      js:
        'const bundleFolder = __dirname; ' +
        'const bundleAddress = require("node:url").pathToFileURL(__filename).href; ' +
        'const __name = (named) => named;',
    },
    define: { 'import.meta.url': 'bundleAddress' },
    alias: FORMATS,
    external: [...ABSENT, ...IN_THEIR_FOLDERS],
    plugins: [ofFiles(dist), ofPackages],
  });
  const file = join(dist, FILE);
  writeFileSync(file, escape(nameClassesOnly(readFileSync(file, 'utf8'))));
  writeFileSync(join(dist, LIST), JSON.stringify(packagesOf(metafile)));
}

/**
 * With `keepNames`, every function is given its name whenever it is made, which takes up to a tenth of the
 * time of a request. Classes do so in a block of their own, once: they have another name for `__name`.
 */
const nameClassesOnly = (text) =>
  text.replace(/\b__name(?=\s*(=\s*\(\s*target|\(\s*this,))/g, '__Name');

/**
 * esbuild leaves letters of other languages as they are in regular expressions, which mean the same
 * without them: one such letter, and V8 keeps the whole text in two bytes a letter.
 */
function escape(text) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/(?<!\\)[^\0-\x7f]/g, escaped);
}

const entry = (name) => `exports[${JSON.stringify(name)}] = () => require('./${name}.js');`;

/** Whether a bundle has packages of other versions than those that are installed. */
export function isOtherBundle(dist) {
  const versions = JSON.parse(readFileSync(join(dist, LIST), 'utf8'));
  return Object.entries(versions).some(([folder, version]) => {
    const file = join(root, folder, 'package.json');
    return existsSync(file) && versionIn(file) !== version;
  });
}

/** The folder of each package that something comes from → its version. */
function packagesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap((file) => {
    const [folder] = /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    return folder ? [folder] : [];
  });
  return Object.fromEntries(
    [...new Set(folders)]
      .sort()
      .map((folder) => [folder, versionIn(join(root, folder, 'package.json'))]),
  );
}

const versionIn = (file) => JSON.parse(readFileSync(file, 'utf8')).version;

/** Gives files of ours what they read of the place they are in, which the bundle is not. */
function ofFiles(dist) {
  const written = {
    'platform/conditional/build.js': writeHash,
    'platform/database/migrations-below.js': () => listMigrations(dist),
  };
  const contents = (file) => {
    const name = relative(dist, file).replaceAll(sep, '/');
    if (name in written) return written[name](file);
    const text = readFileSync(file, 'utf8');
    if (!text.includes('__dirname')) return text;
    // After "use strict", which every file begins with.
    const folder = JSON.stringify(`/${dirname(name)}`);
    return text.replace(/^.*$/m, `$& const __dirname = bundleFolder + ${folder};`);
  };
  return {
    name: 'of-files',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const isOurs = path.startsWith(dist + sep);
        return isOurs ? { contents: contents(path) } : undefined;
      });
    },
  };
}

/**
 * Packages of Nest look for others in a way that esbuild does not follow: what they found in its
 * place would be another copy, which knows nothing of what decorators have told the first one.
 */
const ofPackages = {
  name: 'of-packages',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]@nestjs[\\/].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /^const require = createRequire\(import\.meta\.url\);$/m,
        '',
      ),
    }));
  },
};

/** The hash that the files have without the bundle. */
function writeHash(file) {
  const { BUILD } = createRequire(import.meta.url)(file);
  return `exports.BUILD = ${JSON.stringify(BUILD)};`;
}

/** What is found by the ends of the files' names, as TypeORM does it. */
function listMigrations(dist) {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => /^(?!node_modules\/).*\.migration\.js$/.test(file))
    .map((file) => `[${JSON.stringify(file)}, () => require(${JSON.stringify(`../../${file}`)})]`);
  return `
    const { join, sep } = require('node:path');
    const files = [${files.join(',')}];
    exports.migrationsBelow = (folder) =>
      files
        .filter(([file]) => join(bundleFolder, file).startsWith(folder + sep))
        .flatMap(([, load]) => Object.values(load()));`;
}
