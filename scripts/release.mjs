/*
 * npm run release -- 1.2.0
 *
 * Releases the committed state: sets the version, moves the unreleased section of CHANGELOG.md
 * under the version and the date, writes openapi/, and commits and tags the result. Changes nothing
 * if a check fails, and publishes nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const changelog = join(root, 'CHANGELOG.md');

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const UNRELEASED = '## [Unreleased]';

const version = process.argv[2] ?? '';
const { version: before } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tag = `v${version}`;

checkVersion();
checkTree();
const text = released(readFileSync(changelog, 'utf8'));
try {
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  writeFileSync(changelog, text);
  run('npm', 'run', '--silent', 'openapi');
  run('git', 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
} catch (error) {
  run('git', 'reset', '--quiet', '--hard');
  fail(`${error.message}\nNothing was released.`);
}
run('git', 'tag', '--annotate', tag, '--message', tag);
process.stdout.write(`Committed and tagged ${tag}. Publish it with: git push --follow-tags\n`);

function checkVersion() {
  if (!VERSION.test(version))
    fail(
      `The version must be three numbers (https://semver.org): npm run release -- ${next(before)}`,
    );
  if (compare(version, before) < 0)
    fail(`${version} must not be lower than ${before}, the version in package.json.`);
  if (run('git', 'tag', '--list', tag) !== '') fail(`The tag ${tag} already exists.`);
}

function checkTree() {
  const changes = run('git', 'status', '--porcelain');
  if (changes !== '') fail(`Commit or stash these changes first:\n${changes}`);
}

/** Returns the changelog with version and date (UTC) for the unreleased section. */
function released(before) {
  const [head, ...rest] = before.split(`${UNRELEASED}\n`);
  const [entries = ''] = (rest[0] ?? '').split(/^## /m);
  if (rest.length !== 1 || !/^- /m.test(entries))
    fail(`CHANGELOG.md has no entries below "${UNRELEASED}": there is nothing to release.`);
  const day = new Date().toISOString().slice(0, 10);
  return `${head}${UNRELEASED}\n\n## [${version}] - ${day}\n${rest[0]}`;
}

function next(current) {
  const [major, minor] = current.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}

function compare(one, other) {
  const [a, b] = [one, other].map((each) => each.split('.').map(Number));
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Returns the output of a program; throws its error output when it fails. */
function run(program, ...parameters) {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: root,
    encoding: 'utf8',
    // On Windows, npm is a script.
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (status !== 0) throw new Error(`${[program, ...parameters].join(' ')}\n${stdout}${stderr}`);
  return stdout.trim();
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
