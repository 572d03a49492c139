import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_LANGUAGE } from '../../src/platform/i18n';

const ROOT = join(__dirname, '../..');
/**
 * One language is enough: linters are slow, and another test asserts that the documents differ
 * in texts only.
 */
const DOCUMENTS = [`openapi/${DEFAULT_LANGUAGE}.json`];
/** Rules that take most of Spectral's time; Redocly and the contract tests also compare examples and schemas. */
const OF_EXAMPLES = { 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off' };
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-lint-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** The output of a linter; throws if the linter reports an error. */
async function findings(script: string, options: string[], documents: string[]): Promise<string> {
  const command = [join(ROOT, 'node_modules', script), 'lint', ...options, ...documents];
  return run(process.execPath, command, { cwd: ROOT, env: { ...process.env, ...QUIET } }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

describe('The documents in openapi/', () => {
  it('follow the recommended rules of Redocly, without warnings', async () => {
    // Ids are integers, so that `/series/{id}/split` is no `/series/by-slug/{slug}`.
    const skipped = '--skip-rule=no-ambiguous-paths';
    const options = ['--extends=recommended', '--format=stylish', skipped];
    expect(await findings('@redocly/cli/bin/cli.js', options, DOCUMENTS)).toBe('');
  }, 300_000);

  it('follow the OpenAPI rules of Spectral, without hints', async () => {
    const ruleset = { extends: ['spectral:oas'], rules: OF_EXAMPLES };
    const rules = join(folder, 'rules.json');
    await writeFile(rules, JSON.stringify(ruleset));
    const options = ['--ruleset', rules, '--quiet', '--fail-severity=hint'];
    expect(await findings('@stoplight/spectral-cli/dist/index.js', options, DOCUMENTS)).toBe('');
  }, 300_000);
});
