import { readableText } from './readable-text';

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
