import { readSrcset } from './srcset';

describe('readSrcset', () => {
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
  ])('parses %j as %j', (text, images) => {
    expect(readSrcset(text)).toEqual(images);
  });

  it.each(['a 1x 2x', 'a -1x', 'a 0w', 'a 1e9x', 'a 1.x', 'a x', 'a w', 'a big', 'a (1x)', 'a 1h'])(
    'skips an image with an invalid descriptor: %j',
    (text) => {
      expect(readSrcset(`${text}, b 2x`)).toEqual(['b 2x']);
    },
  );

  it.each([' ', ',', 'a', 'a ', 'a,', ', a', 'a 1x', 'a 1x,', '(', '1', '\n'])(
    'takes linear time for many %j',
    (piece) => {
      const text = piece.repeat(100_000);
      const begin = process.cpuUsage();
      readSrcset(text);
      // Microseconds; it takes a hundred thousand at most, and would take millions if it parsed
      // text twice.
      expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
    },
  );
});
