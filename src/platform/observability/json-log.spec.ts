import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineOutput } from './json-log';

const MEGABYTE = 1024 * 1024;
const LINE = `${'x'.repeat(1023)}\n`;

/** Longer than the time between two attempts. */
const RETRY_MILLISECONDS = 300;

describe('LineOutput', () => {
  let folder: string;
  let pipe: number;
  let output: LineOutput;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'line-output-'));
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    // Writing fails with EAGAIN when the pipe is full, as with the standard output of Node.
    pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    output = new LineOutput(pipe);
  });
  // The pipe stays open: the output may write to its number later, when a connection has it.
  afterEach(() => {
    read();
    rmSync(folder, { recursive: true });
  });

  /** Returns what the pipe contains, as Latin-1. */
  function read(): string {
    const parts: Buffer[] = [];
    const buffer = Buffer.alloc(MEGABYTE);
    try {
      for (;;) parts.push(Buffer.from(buffer.subarray(0, readSync(pipe, buffer))));
    } catch {
      return Buffer.concat(parts).toString('latin1');
    }
  }

  const write = (bytes: number): void => {
    for (let written = 0; written < bytes; written += LINE.length) output.write(LINE);
  };

  it('writes each line at once', () => {
    output.write('one\n');
    output.write('two\n');
    expect(read()).toBe('one\ntwo\n');
  });

  it('continues where it stopped when the pipe is read', async () => {
    output.write('öne\n'.repeat(40_000));
    output.write('two\n');
    let text = read();
    expect(text.length).toBeGreaterThan(1000);
    expect(text).not.toContain('two');
    while (!text.endsWith('two\n')) {
      await sleep(RETRY_MILLISECONDS);
      text += read();
    }
    expect(Buffer.from(text, 'latin1').toString()).toBe(`${'öne\n'.repeat(40_000)}two\n`);
    expect(output.dropped).toBe(0);
  });

  it('retries with the next line', () => {
    write(100 * LINE.length);
    const first = read();
    output.write('next\n');
    expect(first + read()).toBe(`${LINE.repeat(100)}next\n`);
  });

  it('drops and counts lines while a megabyte is buffered, and keeps lines whole', () => {
    write(2 * MEGABYTE);
    const { dropped } = output;
    // The pipe has room for some lines, the buffer for 1,024.
    expect(dropped).toBeGreaterThan(900);
    expect(dropped).toBeLessThanOrEqual(1024);
    let text = '';
    for (let part = read(); part !== ''; part = read()) {
      text += part;
      output.write('');
    }
    expect(text).toBe(LINE.repeat(2048 - dropped));
    output.write('last\n');
    expect(read()).toBe('last\n');
    expect(output.dropped).toBe(dropped);
  });

  it('does not wait for a reader while the service runs', () => {
    const start = performance.now();
    write(2 * MEGABYTE);
    // Waiting would take 100 ms for each line.
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('waits for a slow reader at the end', async () => {
    write(100 * LINE.length);
    const [path, copy] = ['pipe', 'copy'].map((name) => join(folder, name));
    const reader = spawn('sh', ['-c', `sleep 0.1; dd if=${path} of=${copy} bs=1024 count=100`]);
    output.end();
    await once(reader, 'exit');
    expect(readFileSync(copy, 'utf8')).toBe(LINE.repeat(100));
  });

  it('has a timeout at the end', () => {
    write(200 * LINE.length);
    const start = performance.now();
    output.end();
    expect(performance.now() - start).toBeGreaterThanOrEqual(500);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

const FULL = '/dev/full';

(existsSync(FULL) ? describe : describe.skip)('LineOutput on a full disk', () => {
  it('neither fails nor waits', () => {
    const fd = openSync(FULL, 'w');
    const output = new LineOutput(fd);
    const start = performance.now();
    for (let lines = 0; lines < 2048; lines++) output.write(LINE);
    output.end();
    expect(performance.now() - start).toBeLessThan(5000);
    expect(output.dropped).toBe(1024);
  });
});
