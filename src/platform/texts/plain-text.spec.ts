import fc from 'fast-check';
import { plainText, readableText } from './plain-text';

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
  ])('keeps %j unchanged', (sent, retained) => {
    expect(plainText(sent)).toBe(retained);
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
  ])('removes the tags from %j', (sent, retained) => {
    expect(plainText(sent)).toBe(retained);
  });

  it.each([
    ['<<b>script>alert(1)<<b>/script>', '&lt;script>alert(1)&lt;/script>'],
    ['<\u0001script>alert(1)</\u0001script>', ''],
    ['<img src=x onerror=alert(1) ', '&lt;img src=x onerror=alert(1)'],
    ['a <b', 'a &lt;b'],
  ])('leaves no tag in %j', (sent, retained) => {
    expect(plainText(sent)).toBe(retained);
  });

  it.each([
    ['  spaced  ', 'spaced'],
    ['one\ttwo\r\nthree', 'one two three'],
    ['bell\u0007 and \u0000null\u009f', 'bell and null'],
    ['<b> x </b>', 'x'],
    [' \n\t ', ''],
  ])('trims %j to one line', (sent, retained) => {
    expect(plainText(sent)).toBe(retained);
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
      { numRuns: 1000 },
    );
  });
});

describe('readableText', () => {
  it.each([
    ['', ''],
    ['Two lines\nof text', 'Two lines\nof text'],
    ['  One \r\n\r\n\r\n\r\n  two  ', 'One\n\n  two'],
    ['Fish &amp; chips, 5 &lt; 6', 'Fish & chips, 5 < 6'],
    ['a &amp; &amp;  b', 'a & &  b'],
  ])('keeps the lines of %j, which has no tags', (html, text) => {
    expect(readableText(html)).toBe(text);
  });

  it.each([
    ['<p>One\n two</p>', 'One two'],
    ['<b>One </b> <i> two</i>', 'One two'],
    ['<p>One &nbsp;</p><p>&nbsp;</p>', 'One'],
    ['<em>a</em> &amp; <em>b</em>', 'a & b'],
    ['<div>One</div><div>two</div>', 'One\ntwo'],
    ['<p>One</p>\n<p>two</p>three', 'One\n\ntwo\n\nthree'],
    ['<p>One<br>two<br><br><br><br>three</p>', 'One\ntwo\n\nthree'],
    ['<h2>One</h2><p></p><div></div><blockquote><p>two</p></blockquote>', 'One\n\ntwo'],
    [
      '<table><tr><th>One</th><td>two</td></tr><tr><td> three</td> <td>four</td></tr></table>',
      'One two\nthree four',
    ],
    ['<details><summary>One</summary>two</details>three', 'One\ntwo\nthree'],
    ['<p>One<img>two <img> three</p>', 'One two three'],
    ['<p>One', 'One'],
    ['</p>One</b>', 'One'],
  ])('converts %j to %j', (html, text) => {
    expect(readableText(html)).toBe(text);
  });

  it.each([
    ['<p>So:</p><ul><li>one</li>\n<li>two</li></ul>then', 'So:\n\n- one\n- two\n\nthen'],
    [
      '<ul><li><p>one</p></li><li><div><b>two</b></div><p>more</p></li></ul>',
      '- one\n\n- two\n\nmore',
    ],
    ['<ul><li> <br>one<br>more</li></ul>', '- one\nmore'],
    ['<ul><li>one<ul><li>in it</li></ul></li><li>two</li></ul>', '- one\n\n- in it\n\n- two'],
    ['<ul><li><ul><li>in it</li></ul></li></ul>', '- in it'],
    ['<ul><li><ul><li></li></ul>one</li></ul>', '- one'],
    ['<ul><li></li><li> <p></p></li></ul>none', 'none'],
    ['<ul><li><table><tr><td>one</td><td>two</td></tr></table></li></ul>', '- one two'],
    ['one</li> <li>two', 'one\n- two'],
  ])('converts %j with a mark at each entry with text: %j', (html, text) => {
    expect(readableText(html)).toBe(text);
  });

  it.each([
    ['<pre>a\n b</pre>', 'a\n b'],
    ['<pre>\n  a\n\n  b  \n</pre> <p>c\n d</p>', '  a\n\n  b\n\nc d'],
    ['<p>a</p><pre>  <b>b</b>  &lt;  c</pre>', 'a\n\n  b  <  c'],
    ['<pre>a<pre>b  c</pre>d  e</pre>f  g', 'a\n\nb  c\n\nd  e\n\nf g'],
    ['<ul><li><pre> a\n  b</pre></li></ul>', '-  a\n  b'],
  ])('converts %j with preformatted white space: %j', (html, text) => {
    expect(readableText(html)).toBe(text);
  });

  it('stops soon after the required number of units', () => {
    const html = '<p>ab &amp; <b>cd</b></p>'.repeat(2000);
    const text = readableText(html, 100);
    expect(readableText(html).startsWith(text)).toBe(true);
    expect(text.replace(/\s/g, '').length).toBeGreaterThanOrEqual(100);
    expect(text.length).toBeLessThan(1500);
  });
});
