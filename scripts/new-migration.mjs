/*
 * npm run new:migration -- src/calendar/venues add-venue-capacity
 *
 * Writes a migration into a folder, and adds it to the module of that folder or of the nearest
 * parent folder. Writes nothing if a check fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  edited,
  fail,
  isThere,
  NAME,
  nextMigration,
  pascalCase,
  root,
  write,
} from './generating.mjs';

const [folder, name] = readArguments(process.argv.slice(2));
const path = `${folder}/${name}.migration.ts`;
if (isThere(path)) fail(`${path} already exists: choose another name.`);
const className = `${pascalCase(name)}${nextMigration()}`;
const module = moduleOf(folder);

await write([{ path, text: migration() }, listing()]);
process.stdout.write(
  `Created ${path}: replace the table and the column in it.\nUpdated ${module}.\n`,
);

/** @returns the folder, relative to the root and with slashes, and the name */
function readArguments(words) {
  if (words.length !== 2)
    fail(
      'Usage: npm run new:migration -- <folder in src> <name>, ' +
        'such as src/calendar/venues add-venue-capacity',
    );
  const [place, name] = words;
  const folder = relative(root, resolve(place)).replaceAll(sep, '/');
  if (!/^src(\/|$)/.test(folder) || !isThere(folder)) fail(`"${place}" is not a folder in src.`);
  if (!NAME.test(name))
    fail(`"${name}" is not a valid name: use lower-case words joined by hyphens.`);
  return [folder, name];
}

function moduleOf(place) {
  const modules = readdirSync(join(root, place)).filter((file) => file.endsWith('.module.ts'));
  // The folder src has a module, so the recursion ends.
  return modules.length === 1 ? `${place}/${modules[0]}` : moduleOf(dirname(place));
}

function migration() {
  const database = importFrom(path, 'src/platform/database');
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';
    import { addColumn, columnsFor, dropColumn } from '${database}';

    export class ${className} implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await addColumn(runner, 'table', columnsFor(runner).text('column', 100));
      }

      async down(runner: QueryRunner): Promise<void> {
        await dropColumn(runner, 'table', 'column');
      }
    }
  `;
}

/** Adds the migration to the end of a module's list. */
function listing() {
  const hasList = /\bmigrations: \[/.test(readFileSync(join(root, module), 'utf8'));
  return edited(module, [
    [
      /(?:^import [^;]*;\n)+/m,
      `$&import { ${className} } from '${importFrom(module, path.replace(/\.ts$/, ''))}';\n`,
    ],
    hasList
      ? [/(\bmigrations: \[[^\]]*?),?\s*\]/, `$1, ${className}]`]
      : [/@ServiceModule\(\{/, `$& migrations: [${className}],`],
  ]);
}

function importFrom(file, target) {
  const found = relative(dirname(file), target).replaceAll(sep, '/');
  return found.startsWith('.') ? found : `./${found}`;
}
