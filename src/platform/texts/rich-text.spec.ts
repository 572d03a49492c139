import fc from 'fast-check';
import { readSrcset, sanitizeHtml } from './rich-text';

/** The only tags and attributes that may remain; every attribute value is in double quotes. */
const TAGS =
  'h[1-6]|p|div|section|blockquote|pre|hr|br|ul|ol|li|dl|dt|dd|details|summary|a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|u|var|wbr|figure|figcaption|img|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td';
const ATTRIBUTES =
  'class|dir|lang|style|title|href|hreflang|rel|target|src|srcset|sizes|alt|width|height|loading|start|reversed|type|value|open|cite|datetime|span|colspan|rowspan|scope|abbr';
const HARMLESS_TAG = new RegExp(
  `^</?(?:${TAGS})(?: (?:${ATTRIBUTES})(?:="[^"<>]*")?)*(?: ?/)?>`,
  'i',
);

/** Returns the scheme that a browser uses; a relative address has the scheme of the page. */
function schemeOf(attribute: string): string {
  const address = attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const page = 'https://example.org';
  try {
    return new URL(address, page).protocol;
  } catch {
    return 'https:';
  }
}

describe('sanitizeHtml', () => {
  it.each([
    'Tom & Jerry < 3',
    'Tom &amp; Jerry<br>\n&lt;3<br>',
    'plain &amp; simple, 5 > 3, a << b',
    '<p>Tom & Jerry < 3 &nbsp; &eacute; &lt;b&gt;</p>',
    '<h2>Programme</h2>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>',
    '<p>First<br>second<br />third<br/>fourth</p><hr>',
    '<p class="wp-block" style="text-align:center">Centred</p>',
    '<a href="https://example.org/?a=1" target="_blank" rel="noopener">Site</a>',
    '<a href="mailto:box@example.org">Mail</a> <a href="tel:+49123">Call</a> <a href="/more#x">More</a>',
    '<figure class="wp-block-image"><img src="https://example.org/a.jpg" alt="" /><figcaption>A</figcaption></figure>',
    '<img srcset="a.jpg 480w, b.jpg 800w" src="a.jpg" alt="A" />',
    '<table><thead><tr><th>Day</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    '<blockquote><p>“Quote”</p></blockquote><pre><code>if (a &lt; b) {}</code></pre>',
    '',
  ])('keeps clean HTML unchanged: %j', (clean) => {
    expect(sanitizeHtml(clean)).toBe(clean);
  });

  it.each([
    ['<p>ok</p><script>alert(1)</script>', '<p>ok</p>'],
    ['ok<br>\n<<br>script>', 'ok<br>\n<<br>script>'],
    ['<<br>i<br>mg onerror=alert(1)>', '<<br>i<br>mg onerror=alert(1)>'],
    ['<iframe src="https://example.org">old browser</iframe>Text', 'Text'],
    ['<p onclick="alert(1)" id="x">Hi</p>', '<p>Hi</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&#10;script:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" &#106;avascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<img src="data:image/svg+xml,x" alt="a">', '<img alt="a" />'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<img srcset="a 1x, b wide, c 2x" alt="a">', '<img srcset="a 1x, c 2x" alt="a" />'],
    ['<img srcset="a wide" src="x">', '<img src="x" />'],
    ['<img srcset="javascript:a 1x, b 2x">', '<img srcset="b 2x" />'],
    ['<p style="position:fixed;text-align:right">x</p>', '<p style="text-align:right">x</p>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
    ['<form action="/x"><input name="a">Text</form>', 'Text'],
    ['<!-- wp:paragraph --><p>Hi & bye</p><!-- /wp:paragraph -->', '<p>Hi & bye</p>'],
    ['<xmp><img src=x onerror=alert(1)></xmp>', ''],
    ['<title></title><img src=x onerror=alert(1)>', '<img src="x" />'],
  ])('removes forbidden HTML: %j', (sent, retained) => {
    expect(sanitizeHtml(sent)).toBe(retained);
  });

  it('closes open tags', () => {
    expect(sanitizeHtml('<p><b>open')).toBe('<p><b>open</b></p>');
  });

  it('escapes tags that are nested deeper than on any page', () => {
    expect(sanitizeHtml(`${'<b>'.repeat(200)}x${'</b>'.repeat(200)}`)).toContain('<b>x</b>');
    expect(sanitizeHtml('<i>'.repeat(300))).toBe('&lt;i>'.repeat(300));
    expect(sanitizeHtml('<li>One<br><img src="/a.png">'.repeat(300))).not.toContain('&lt;');
  });

  it('escapes a tag without an end, so that the surrounding page cannot end it', () => {
    expect(sanitizeHtml('<p>x</p><img src=x onerror=alert(1) ')).toBe(
      '<p>x</p>&lt;img src=x onerror=alert(1) ',
    );
  });

  it('never builds a tag from the pieces around a removed one', () => {
    expect(sanitizeHtml('<<u></u>script>alert(1)<</foo>/script>')).toBe(
      '<<u></u>script>alert(1)&lt;/script>',
    );
    expect(sanitizeHtml('<<foo>img src=x onerror=alert(1)>')).toBe(
      '&lt;img src=x onerror=alert(1)>',
    );
    expect(sanitizeHtml('&<foo>lt;b>')).toBe('&lt;b>');
  });

  it('leaves no forbidden tag and is idempotent, for any input', () => {
    const names = ['p', 'b', 'li', 'td', 'tr', 'table', 'a', 'img', 'br', 'ul', 'dd', 'h1', 'div'];
    const bad = [
      'script',
      'style',
      'title',
      'textarea',
      'svg',
      'math',
      'mi',
      'foo',
      'select',
      'xmp',
    ];
    const tags = [...names, ...bad].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}`]);
    const pieces = [
      ...['<', '>', '/', '/>', '!', '?', '"', "'", '=', '&', ';', ' ', '\n', '\0', 'x', '3', ':'],
      ...['<!--', '-->', '<![CDATA[', ']]>', '&lt;', '&amp;', '&#60;', '&#10', '&colon;', '&nbsp'],
      ...[' href="', ' src=', ' onerror="', ' style="text-align:left;', ' class=', 'javascript:'],
      ...['<a href="', '<img src="', 'java&#10;script:', '&#106;avascript:', 'data:', 'https://x'],
      ...[' title="a > b & c"', " alt='\"<b>'", ' srcset="a 1x, javascript:b 2x"'],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tags, ...pieces), { maxLength: 24 }), (sent) => {
        const retained = sanitizeHtml(sent.join(''));
        for (const { index } of retained.matchAll(/<(?=[a-z/!?])/gi)) {
          expect(retained.slice(index)).toMatch(HARMLESS_TAG);
          const [tag = ''] = HARMLESS_TAG.exec(retained.slice(index)) ?? [];
          for (const [, address = ''] of tag.matchAll(/ (?:href|src|cite)="([^"]*)"/g)) {
            expect(schemeOf(address)).toMatch(/^(?:https?|mailto|tel):$/);
          }
        }
        expect(sanitizeHtml(retained)).toBe(retained);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps text without markup unchanged', () => {
    const pieces = ['<', '>', '&', '&amp;', ' ', '3', 'ä', '"', '\n', '=', '&#60'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (all) => {
        const text = all.join('');
        expect(sanitizeHtml(text)).toBe(text);
      }),
    );
  });
});

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
