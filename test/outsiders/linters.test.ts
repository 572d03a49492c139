import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { languages } from '../../src/platform/localisation';

const ROOT = join(__dirname, '../..');
const DOCUMENTS = languages().map((language) => `openapi/${language}.json`);
/** Nobody is told that the tests run. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-lint-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** What a linter has to say of the documents; it fails for what it calls an error. */
async function findings(script: string, ...options: string[]): Promise<string> {
  const command = [join(ROOT, 'tools/node_modules', script), 'lint', ...options, ...DOCUMENTS];
  return run(process.execPath, command, { cwd: ROOT, env: { ...process.env, ...QUIET } }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

describe('The documents in openapi/', () => {
  it('follow the recommended rules of Redocly, with no warning', async () => {
    const options = ['--extends=recommended', '--format=stylish'];
    expect(await findings('@redocly/cli/bin/cli.js', ...options)).toBe('');
  }, 120_000);

  it('follow the OpenAPI rules of Spectral, with no hint', async () => {
    const rules = join(folder, 'rules.json');
    await writeFile(rules, JSON.stringify({ extends: ['spectral:oas'] }));
    const options = ['--ruleset', rules, '--quiet', '--fail-severity=hint'];
    expect(await findings('@stoplight/spectral-cli/dist/index.js', ...options)).toBe('');
  }, 120_000);
});
