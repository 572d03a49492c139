/*
 * Builds dist/ from src/: afresh, so that nothing stale stays in it, and in one step, so that it is
 * never half there; with all of it in one file besides (`bundle.mjs`). With --if-needed only when it
 * is missing, incomplete, older than src/, or has parts of other versions of packages.
 *
 * Of large packages the few files that the service reads come along, in dist/node_modules/: Node looks
 * there first, and a production installation does without those packages.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, BUNDLE_FILES, isOtherBundle } from './bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const dist = join(root, 'dist');

const PARTS_OF_PACKAGES = {
  'moment-timezone': ['LICENSE', 'data/packed/latest.json', 'package.json'],
  'swagger-ui-dist': [
    'LICENSE',
    'NOTICE',
    'package.json',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
  ],
};

if (!process.argv.includes('--if-needed') || isOutdated()) await build();

/** An installation without sources has nothing to build, and runs what it came with. */
function isOutdated() {
  if (!existsSync(src)) return false;
  const sources = filesOf(src).filter((file) => !file.endsWith('.spec.ts'));
  const results = sources.map((file) => [join(src, file), file.replace(/\.ts$/, '.js')]);
  const parts = [...partsOfPackages(), ...BUNDLE_FILES];
  const built = new Set(filesOf(dist).filter((file) => !/\.(?:map|d\.ts)$/.test(file)));
  return (
    built.size !== results.length + parts.length ||
    !parts.every((file) => built.has(file)) ||
    results.some(
      ([source, result]) => !built.has(result) || changed(join(dist, result)) < changed(source),
    ) ||
    Object.keys(PARTS_OF_PACKAGES).some(isOtherVersion) ||
    isOtherBundle(dist)
  );
}

/**
 * Packages may come with files of any age. One that is not installed, as only the build needs it, has
 * not changed.
 */
function isOtherVersion(name) {
  const file = join('node_modules', name, 'package.json');
  const installed = join(root, file);
  return existsSync(installed) && !readFileSync(installed).equals(readFileSync(join(dist, file)));
}

function partsOfPackages() {
  return Object.entries(PARTS_OF_PACKAGES).flatMap(([name, files]) =>
    files.map((file) => join('node_modules', name, file)),
  );
}

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** What is not compiled is served as it is. */
function copyOthers(target) {
  for (const file of filesOf(src).filter((each) => !each.endsWith('.ts')))
    cpSync(join(src, file), join(target, file));
  for (const file of partsOfPackages()) cpSync(join(root, file), join(target, file));
}

function changed(file) {
  return statSync(file).mtimeMs;
}

async function build() {
  const fresh = `${dist}.${process.pid}`;
  process.stderr.write('Building dist/ …\n');
  try {
    const { status } = spawnSync(
      process.execPath,
      [compiler(), '--project', join(root, 'tsconfig.build.json'), '--outDir', fresh],
      { stdio: ['ignore', 2, 2] },
    );
    if (status !== 0) fail('The build failed.');
    copyOthers(fresh);
    await bundle(fresh).catch(() => fail('The build failed.'));
    replace(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function compiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  } catch {
    return fail('dist/ has to be built, and TypeScript is not installed: run npm ci first.');
  }
}

/** Puts the new dist/ into the place of the old one; of several builds at once, one stays. */
function replace(fresh) {
  const old = `${fresh}.old`;
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } catch (error) {
    if (!existsSync(dist)) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
