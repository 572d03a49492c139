import { progressLine, withProgress } from './progress';

const bar = (full: number): string => '█'.repeat(full) + '░'.repeat(40 - full);

describe('The progress bar', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    [0, 500, 0, `${bar(0)} 0 %  0 of 500`],
    [100, 400, 1000, `${bar(10)} 25 %  100 of 400  3 s left`],
    [1, 3, 60_000, `${bar(13)} 33 %  1 of 3  2 min left`],
    [1, 100, 120_000, `${bar(0)} 1 %  1 of 100  3 h 18 min left`],
    [399, 400, 1000, `${bar(39)} 99 %  399 of 400  1 s left`],
    [400, 400, 1000, `${bar(40)} 100 %  400 of 400  0 s left`],
    [0, 0, 0, `${bar(40)} 100 %  0 of 0  0 s left`],
  ])(
    'shows the progress in percent and the remaining time (%d of %d)',
    (done, total, milliseconds, line) => {
      expect(progressLine(done, total, milliseconds)).toBe(line);
    },
  );

  function terminal(isTTY: boolean) {
    const written: string[] = [];
    return { written, isTTY, columns: 100, write: (text: string) => written.push(text) > 0 };
  }

  it('stays on one line, which ends with the work', async () => {
    const shown = terminal(true);
    const result = await withProgress(
      2,
      (advance) => {
        advance(2);
        return Promise.resolve('done');
      },
      shown,
    );
    expect(result).toBe('done');
    const text = shown.written.join('');
    expect(text).toContain('0 of 2');
    expect(text).toMatch(/100 % {2}2 of 2 {2}0 s left\n$/);
    expect(text.indexOf('\n')).toBe(text.length - 1);
  });

  it('ends its line when the work fails', async () => {
    const shown = terminal(true);
    const work = () => Promise.reject(new Error('no room'));
    await expect(withProgress(2, work, shown)).rejects.toThrow('no room');
    expect(shown.written.at(-1)).toBe('\n');
  });

  it.each([
    [40, `${'░'.repeat(24)} 0 %  0 of 3000`],
    [16, '0 %  0 of 3000'],
    [10, '0 %  0 of'],
    // Terminals without a known width.
    [0, `${bar(0)} 0 %  0 of 3000`],
    [undefined, `${bar(0)} 0 %  0 of 3000`],
  ])('fits a terminal with %s columns', async (columns, line) => {
    const shown = { ...terminal(true), columns: columns! };
    await withProgress(3000, () => Promise.resolve(), shown);
    expect(shown.written[0]).toBe(`\r\u001B[K${line}`);
  });

  it('is not shown if the output is not a terminal', async () => {
    const shown = terminal(false);
    await withProgress(2, () => Promise.resolve(), shown);
    expect(shown.written).toEqual([]);
  });

  it('is a line every ten seconds if the output is not a terminal', async () => {
    jest.useFakeTimers();
    const shown = terminal(false);
    await withProgress(
      400,
      (advance) => {
        // One update each second.
        for (let second = 1; second <= 25; second++) {
          jest.advanceTimersByTime(1000);
          advance(4);
        }
        return Promise.resolve();
      },
      shown,
    );
    expect(shown.written).toEqual([
      '10 %  40 of 400  2 min left\n',
      '20 %  80 of 400  2 min left\n',
    ]);
  });
});
