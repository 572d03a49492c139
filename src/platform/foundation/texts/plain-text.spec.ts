import fc from 'fast-check';
import { plainText } from './plain-text';

describe('plainText', () => {
  it.each([
    ['AT&T', 'AT&T'],
    ['Fish &amp; chips', 'Fish &amp; chips'],
    ['a < b', 'a < b'],
    ['5 > 3', '5 > 3'],
    ['I <3 you', 'I <3 you'],
    ['a << b', 'a << b'],
    ['&lt;b&gt; is bold', '&lt;b&gt; is bold'],
    ['Café “Zum Löwen” 🎉', 'Café “Zum Löwen” 🎉'],
    ['', ''],
  ])('keeps %j unchanged', (sent, kept) => {
    expect(plainText(sent)).toBe(kept);
  });

  it.each([
    ' ',
    '\u00a0\u3000',
    '\u200b',
    '\u00ad\u2060\ufeff',
    '\u3164',
    '\u115f \uffa0',
    '\u2800\u2800',
    '\ufe0f',
    '\u202e\u202c',
    '\u{e0020}',
    '&nbsp;',
    '&#160; &shy;&#x200B;',
    '<b>\u200b</b>',
    '&#8203;',
    '&#8206;&#12288;\u200b&#65279;',
    '&ZeroWidthSpace;&NewLine; &Tab;',
    '&nbsp',
    '&#8203',
    '&nbsp&#x200B &zwj;',
    '&#0008203;',
    '&#10240;',
    '&lrm;'.repeat(1000),
  ])('is empty for invisible text: %j', (sent) => {
    expect(plainText(sent)).toBe('');
  });

  it.each([
    '&nbsp;x',
    '&#8203;1',
    '&amp;',
    '&amp;#8203;',
    '&lt;b>',
    '&',
    '&;',
    '&#;',
    '&nosuch;',
    '&#8203;&eacute;',
    '&euro',
    '&<',
    '\u200b&#65;',
  ])('keeps a visible entity, or visible text after one: %j', (sent) => {
    expect(plainText(sent)).toBe(sent);
  });

  it.each(['\u200bNight', 'a\u00adb', '👩\u200d🚀', 'می\u200cخواهم', '.', '́'])(
    'keeps invisible characters within a text: %j',
    (sent) => {
      expect(plainText(sent)).toBe(sent);
    },
  );

  it.each([
    ['<i>Ital</i> & co', 'Ital & co'],
    ['<b>Tom</b> &amp; Jerry < 3', 'Tom &amp; Jerry < 3'],
    ['Hello <script>alert("1")</script>world', 'Hello world'],
    ['<style>b { color: red }</style>Red', 'Red'],
    ['Show<!-- hidden -->er', 'Shower'],
    ['<a title="1 > 0 & so">Link</a> &copy; us', 'Link &copy; us'],
    ['<img src=x onerror=alert(1)>', ''],
    ['5 <<b>6</b>', '5 <6'],
  ])('removes the tags from %j', (sent, kept) => {
    expect(plainText(sent)).toBe(kept);
  });

  it.each([
    ['<<b>script>alert(1)<<b>/script>', '&lt;script>alert(1)&lt;/script>'],
    ['<\u0001script>alert(1)</\u0001script>', ''],
    ['<img src=x onerror=alert(1) ', '&lt;img src=x onerror=alert(1)'],
    ['a <b', 'a &lt;b'],
  ])('leaves no tag in %j', (sent, kept) => {
    expect(plainText(sent)).toBe(kept);
  });

  it.each([
    ['  spaced  ', 'spaced'],
    ['one\ttwo\r\nthree', 'one two three'],
    ['bell\u0007 and \u0000null\u009f', 'bell and null'],
    ['<b> x </b>', 'x'],
    [' \n\t ', ''],
  ])('trims %j to one line', (sent, kept) => {
    expect(plainText(sent)).toBe(kept);
  });

  it('is idempotent, and leaves no tag', () => {
    const pieces = ['<', '>', '/', '!', '"', "'", '=', '&', ';', '&lt;', '\0', '\u0001', '\n', ' '];
    const tags = ['<b', '</b>', '<script>', '</script>', 'script', '<!--', '-->', '<p>', '</p>'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...tags, 'x'), { maxLength: 16 }), (all) => {
        const text = plainText(all.join(''));
        expect(text).not.toMatch(/<[a-z/!?]/i);
        expect(plainText(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});
