import { readSrcset } from './srcset';

describe('The images of a srcset', () => {
  it.each([
    ['a.jpg', ['a.jpg']],
    ['a.jpg 1x, b.jpg 1.5x', ['a.jpg 1x', 'b.jpg 1.5x']],
    ['a.jpg 480w,b.jpg 800w', ['a.jpg 480w', 'b.jpg 800w']],
    [' \n a.jpg\t.5x ,\n b.jpg ', ['a.jpg .5x', 'b.jpg']],
    ['https://a.example/w_1,h_2/a.jpg 2x', ['https://a.example/w_1,h_2/a.jpg 2x']],
    ['a.jpg, b.jpg', ['a.jpg', 'b.jpg']],
    [',,,a.jpg,,, b.jpg,', ['a.jpg', 'b.jpg']],
    ['', []],
    [' , ,', []],
  ])('in %j are %j', (text, images) => {
    expect(readSrcset(text)).toEqual(images);
  });

  it.each(['a 1x 2x', 'a -1x', 'a 0w', 'a 1e9x', 'a 1.x', 'a x', 'a w', 'a big', 'a (1x)', 'a 1h'])(
    'are none of which the descriptor means nothing: %j',
    (text) => {
      expect(readSrcset(`${text}, b 2x`)).toEqual(['b 2x']);
    },
  );

  it.each([' ', ',', 'a', 'a ', 'a,', ', a', 'a 1x', 'a 1x,', '(', '1', '\n'])(
    'are found in time by the length of the text, in many %j',
    (piece) => {
      /** The least of some runs: what else the machine does only adds to it. */
      const time = (length: number): number => {
        const text = piece.repeat(length / piece.length);
        const times = [1, 2, 3, 4, 5].map(() => {
          const start = process.cpuUsage();
          readSrcset(text);
          return process.cpuUsage(start).user;
        });
        return Math.min(...times);
      };
      const microseconds = time(250_000);
      expect(time(500_000)).toBeLessThan(Math.max(microseconds, 10_000) * 5);
    },
  );
});
