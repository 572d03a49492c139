/** Shared by the generators: they read the sources, fail with a message, and write all files or none. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Nothing is written before a failure. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** `sound-check` → `SoundCheck` */
export function pascalCase(name) {
  return name.replace(/(?:^|-)(.)/g, (_all, letter) => letter.toUpperCase());
}

/** Migrations run in the order of these numbers. */
export function nextMigration() {
  const numbers = filesOf(join(root, 'src'))
    .filter((file) => file.endsWith('.migration.ts'))
    .map((file) => Number(/class \w+?(\d{13}) /.exec(readFileSync(file, 'utf8'))?.[1] ?? 0));
  return Math.max(Date.now(), ...numbers.map((used) => used + 1));
}

/** @param replacements pairs of a text that the file must contain, and its replacement */
export function edited(path, replacements) {
  let text = readFileSync(join(root, path), 'utf8');
  for (const [place, replacement] of replacements) {
    if (!place.test(text))
      fail(`The generator does not support the current ${path}: no match for ${place}.`);
    text = text.replace(place, replacement);
  }
  return { path, text };
}

export async function write(files) {
  // Loaded late: it takes longer than all checks before.
  const { format, resolveConfig } = await import('prettier');
  for (const file of files) {
    const filepath = join(root, file.path);
    file.text = await format(file.text, { ...(await resolveConfig(filepath)), filepath });
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export const isThere = (path) => existsSync(join(root, path));
