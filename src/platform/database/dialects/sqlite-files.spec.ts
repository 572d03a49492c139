import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOthersCanRead, makePrivateFile } from './sqlite-files';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('The file of a database', () => {
  let folder: string;
  let umask: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-files-'));
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  });

  it('is created for its owner only, including its folders', () => {
    makePrivateFile(join(folder, 'a/b/calendar.sqlite'));
    expect(['a', 'a/b', 'a/b/calendar.sqlite'].map((path) => modeOf(join(folder, path)))).toEqual([
      '700',
      '700',
      '600',
    ]);
  });

  it('is created for its owner only at the target of a link', () => {
    symlinkSync(join(folder, 'elsewhere.sqlite'), join(folder, 'calendar.sqlite'));
    makePrivateFile(join(folder, 'calendar.sqlite'));
    expect(modeOf(join(folder, 'elsewhere.sqlite'))).toBe('600');
  });

  it('has a stricter mode under a stricter umask', () => {
    process.umask(0o277);
    makePrivateFile(join(folder, 'calendar.sqlite'));
    expect(modeOf(join(folder, 'calendar.sqlite'))).toBe('400');
  });

  it('is left unchanged when it exists', () => {
    chmodSync(folder, 0o755);
    const file = join(folder, 'calendar.sqlite');
    writeFileSync(file, 'kept', { mode: 0o664 });
    makePrivateFile(file);
    expect([modeOf(folder), modeOf(file)]).toEqual(['755', '664']);
    expect(statSync(file).size).toBe(4);
  });

  it.each([
    [0o755, 0o644, true],
    [0o755, 0o640, true],
    [0o750, 0o604, false],
    [0o710, 0o640, true],
    [0o700, 0o644, false],
    [0o744, 0o644, false],
    [0o777, 0o600, false],
  ])('in a folder of mode %o and with the mode %o can be read by others: %s', (at, mode, can) => {
    chmodSync(folder, at);
    const files = ['', '-wal', '-shm'].map((ending) => join(folder, `calendar.sqlite${ending}`));
    for (const file of files) writeFileSync(file, '', { mode });
    expect(filesOthersCanRead(files[0])).toEqual(can ? files : []);
  });

  it('is checked at the target of a link', () => {
    const [target, links] = ['target', 'links'].map((name) => join(folder, name));
    mkdirSync(target, { mode: 0o755 });
    mkdirSync(links, { mode: 0o700 });
    const files = ['', '-wal'].map((ending) => join(target, `calendar.sqlite${ending}`));
    for (const file of files) writeFileSync(file, '', { mode: 0o644 });
    symlinkSync(files[0], join(links, 'link.sqlite'));
    expect(filesOthersCanRead(join(links, 'link.sqlite'))).toEqual(files);
  });

  it('is not created where the system forbids it', () => {
    expect(() => makePrivateFile('/proc/nowhere/calendar.sqlite')).toThrow(/ENOENT/);
  });

  it('can be read by nobody while it does not exist', () => {
    expect(filesOthersCanRead(join(folder, 'nowhere/calendar.sqlite'))).toEqual([]);
  });
});
