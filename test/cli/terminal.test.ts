import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Workplace } from '../support/processes';

const PROGRAM = resolve(__dirname, '../../dist/cli/main.js');
const COLUMNS = 60;
const EVENTS = 250;

/** Moves to the beginning of the line, and erases the line. */
const LINE_START = '\r\u001B[K';

const CALENDAR = [
  'BEGIN:VCALENDAR',
  ...Array.from(
    { length: EVENTS },
    (_, n) => `BEGIN:VEVENT\nUID:${n}\nSUMMARY:Event ${n}\nDTSTART:20300501T100000Z\nEND:VEVENT`,
  ),
  'END:VCALENDAR\n',
].join('\n');

// The `script` of util-linux; that of other systems has other options.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('The progress of an import in a terminal', () => {
  let workplace: Workplace;

  beforeEach(async () => {
    workplace = await Workplace.create();
    await writeFile(join(workplace.folder, 'feed.ics'), CALENDAR);
  });
  afterEach(() => workplace.remove());

  async function shown(redirection: string): Promise<string> {
    const command = `stty cols ${COLUMNS}; '${process.execPath}' '${PROGRAM}' import ics feed.ics ${redirection}`;
    const { PATH } = process.env;
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      cwd: workplace.folder,
      env: { PATH },
    });
    return stdout;
  }
  const written = (name: string): Promise<string> => readFile(join(workplace.folder, name), 'utf8');

  it('is a bar on one line, which the report does not contain', async () => {
    const text = await shown('> report');
    expect(text.startsWith(LINE_START)).toBe(true);
    expect(text.indexOf('\n')).toBe(text.length - 1);
    const lines = text.trimEnd().split(LINE_START).slice(1);
    for (const line of lines) {
      expect(line).toMatch(/^█*░* \d+ % {2}\d+ of \d+(?: {2}\d+ (?:s|min) left)?$/);
      expect(line.length).toBeLessThan(COLUMNS);
    }
    expect(lines.at(-1)).toMatch(/^█+ 100 % {2}250 of 250 {2}0 s left$/);
    expect(await written('report')).toMatch(/^Import of feed\.ics\nCreated +250\n/);
  });

  it('is not in a log, and the report is in the terminal', async () => {
    const text = await shown('2> log');
    expect(text).toMatch(/^Import of feed\.ics\r\nCreated +250\r\n/);
    expect(await written('log')).toBe('');
  });
});
