import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { languages } from '../../src/platform/i18n';
import { Workplace } from '../support/processes';
import { runInProcess } from '../support/run-in-process';

describe('The commands', () => {
  let workplace: Workplace;

  beforeAll(async () => {
    workplace = await Workplace.create();
  });
  afterAll(() => workplace.remove());

  it('are listed by --help', async () => {
    const { code, stdout } = await runInProcess(workplace.folder, ['--help']);
    expect(code).toBe(0);
    for (const command of ['import', 'seed', 'demo', 'dates', 'migration'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  it('end with exit code 1 for an unknown name', async () => {
    expect(await workplace.run(['unknown'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining("error: unknown command 'unknown'\n") as string,
    });
  });

  it.each([
    [[], 'main.js [options] [command]'],
    [['import', 'unknown'], "error: unknown command 'unknown'"],
    [['migration'], 'main.js migration [options] [command]'],
    [['import', 'ics'], "error: missing required argument 'file'"],
    [['import', 'tec', 'a', '--key', 'b'], '--key must have the form user:password.'],
    [['seed'], "error: required option '--events <number>' not specified"],
    [['seed', '--events', 'many'], '--events must be an integer between 1 and 10000000.'],
    [
      ['seed', '--events', '1', '--today', '2027-02-30'],
      '--today must be a date such as 2027-05-01.',
    ],
  ])('refuse %j with exit code 1 and the reason', async (command, message) => {
    const { code, stdout, stderr } = await runInProcess(workplace.folder, command);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('write a document for each language', async () => {
    const { code, stdout } = await runInProcess(workplace.folder, ['openapi', 'openapi']);
    expect(code).toBe(0);
    const files = stdout.trim().split('\n');
    expect(files.map((file) => basename(file)).sort()).toEqual(
      languages()
        .map((language) => `${language}.json`)
        .sort(),
    );
    for (const file of files)
      expect(JSON.parse(readFileSync(join(workplace.folder, file), 'utf8'))).toMatchObject({
        openapi: '3.0.3',
      });
  });
});
