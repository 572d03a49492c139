import { LineOutput } from './line-output';

const MEGABYTE = 1024 * 1024;

/** A pipe that accepts a number of bytes, and then fails with a system error. */
class Pipe {
  taken = '';
  calls = 0;
  constructor(
    public room: number,
    private readonly code = 'EAGAIN',
  ) {}

  readonly send = (bytes: Buffer): number => {
    this.calls++;
    if (this.room === 0) throw Object.assign(new Error(this.code), { code: this.code });
    const count = Math.min(this.room, bytes.length);
    this.room -= count;
    this.taken += bytes.toString('latin1', 0, count);
    return count;
  };
}

describe('LineOutput', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }));
  afterEach(() => jest.useRealTimers());

  it('writes each line at once', () => {
    const pipe = new Pipe(Infinity);
    const output = new LineOutput(pipe.send);
    output.write('one\n');
    output.write('two\n');
    expect(pipe.taken).toBe('one\ntwo\n');
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each(['EAGAIN', 'ENOSPC', 'EPIPE'])('continues where it stopped after %s', (code) => {
    const pipe = new Pipe(6, code);
    const output = new LineOutput(pipe.send);
    output.write('one\n');
    output.write('two\n');
    output.write('three\n');
    expect(pipe.taken).toBe('one\ntw');
    pipe.room = Infinity;
    jest.advanceTimersByTime(100);
    expect(pipe.taken).toBe('one\ntwo\nthree\n');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('retries with the next line', () => {
    const pipe = new Pipe(0);
    const output = new LineOutput(pipe.send);
    output.write('one\n');
    pipe.room = Infinity;
    output.write('two\n');
    expect(pipe.taken).toBe('one\ntwo\n');
  });

  it('drops and counts lines while a megabyte is buffered, and keeps lines whole', () => {
    const pipe = new Pipe(2);
    const output = new LineOutput(pipe.send);
    const line = `${'x'.repeat(1023)}\n`;
    for (let written = 0; written < 2 * MEGABYTE; written += line.length) output.write(line);
    expect(output.dropped).toBe(1023);
    pipe.room = Infinity;
    output.write('dropped as well\n');
    output.write('last\n');
    expect(output.dropped).toBe(1024);
    expect(pipe.taken).toBe(`${line.repeat(1025)}last\n`);
  });

  it('writes a line of any length', () => {
    const pipe = new Pipe(Infinity);
    new LineOutput(pipe.send).write('x'.repeat(2 * MEGABYTE));
    expect(pipe.taken).toHaveLength(2 * MEGABYTE);
  });

  it('counts bytes, not characters', () => {
    const pipe = new Pipe(3);
    const output = new LineOutput(pipe.send);
    output.write('äöü\n');
    pipe.room = Infinity;
    output.flush(0);
    expect(Buffer.from(pipe.taken, 'latin1').toString()).toBe('äöü\n');
  });
});

describe('LineOutput.flush', () => {
  const flushed = (pipe: Pipe, send = pipe.send): number => {
    const output = new LineOutput(send);
    output.write('one\n');
    const start = performance.now();
    output.flush(100);
    return performance.now() - start;
  };

  it('waits for a slow reader', () => {
    const pipe = new Pipe(0);
    flushed(pipe, (bytes) => {
      if (pipe.calls === 4) pipe.room = Infinity;
      return pipe.send(bytes);
    });
    expect(pipe.taken).toBe('one\n');
  });

  it('has a timeout', () => {
    expect(flushed(new Pipe(0))).toBeGreaterThanOrEqual(100);
  });

  it('does not wait for a full disk', () => {
    const pipe = new Pipe(0, 'ENOSPC');
    flushed(pipe);
    expect(pipe.calls).toBe(2);
  });
});
