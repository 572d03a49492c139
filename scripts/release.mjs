/*
 * npm run release -- 1.2.0
 *
 * Releases the committed state: sets the version, moves the unreleased section of CHANGELOG.md
 * under the version and the date, writes openapi/, and commits and tags the result, with the section
 * as its notes. Then builds the image, and writes the notes and the list of packages (SBOM) to
 * release/<version>/. Changes nothing if a check fails, and publishes nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { releasedInterface } from './released-interface.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const changelog = join(root, 'CHANGELOG.md');

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const UNRELEASED = '## [Unreleased]';

const version = process.argv[2] ?? '';
const { version: before } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tag = `v${version}`;
const image = `event-calendar-service:${version}`;

checkVersion();
checkTree();
checkDocker();
const text = released(readFileSync(changelog, 'utf8'));
try {
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  writeFileSync(changelog, text);
  run('npm', 'run', '--silent', 'openapi');
  writeReleasedInterface();
  run('docker', 'build', '--file', 'docker/Dockerfile', '--tag', image, '.');
  run('git', 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
} catch (error) {
  run('git', 'reset', '--quiet', '--hard');
  fail(`${error.message}\nNothing was released.`);
}
const notes = notesOf(text);
// Headings of the notes begin with #, which a tag would drop as comments.
run('git', 'tag', '--annotate', tag, '--cleanup=verbatim', '--message', `${tag}\n\n${notes}`);
const folder = join(root, 'release', version);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'notes.md'), notes);
writeFileSync(join(folder, 'sbom.cdx.json'), packages());
process.stdout.write(
  `Committed and tagged ${tag}, built the image ${image}, and wrote release/${version}/. ` +
    'Publish the commit with: git push --follow-tags\n',
);

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

function checkDocker() {
  try {
    run('docker', 'version');
  } catch {
    fail('A release builds an image: install and start Docker first.');
  }
}

/** A test fails when a later commit removes what clients of this release may use. */
function writeReleasedInterface() {
  const document = JSON.parse(readFileSync(join(root, 'openapi/en.json'), 'utf8'));
  const released = { version, ...releasedInterface(document) };
  writeFileSync(join(root, 'openapi/released.json'), `${JSON.stringify(released, null, 2)}\n`);
}

function notesOf(changed) {
  const [, section] = changed.split(`## [${version}]`);
  return `${section.slice(section.indexOf('\n')).split(/^## /m)[0].trim()}\n`;
}

/** CycloneDX. */
function packages() {
  const options = ['--omit=dev', '--package-lock-only', '--workspaces=false'];
  return run('npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', ...options);
}

/** The date is that of UTC. */
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
