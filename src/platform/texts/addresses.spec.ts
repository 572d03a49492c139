import fc from 'fast-check';
import { mailtoOf, parseUrl, rootFrom, uriOf } from './addresses';

describe('parseUrl', () => {
  it('parses letters that are not in ASCII, however often', () => {
    const address = 'https://www.münchen.example/straße';
    for (let call = 0; call < 20_000; call += 1)
      expect(parseUrl(address)?.hostname).toBe('www.xn--mnchen-3ya.example');
  });

  it.each(['', 'example.org', 'https://', 'https://a b/'])('refuses %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});

describe('uriOf', () => {
  it.each([
    'https://www.example.org',
    'http://example.org:8080/a/b;c=1,2?x=(1)&y=%C3%BC#top',
    'https://user:secret@example.org/',
    'https://[2001:db8::1]:443/a',
    'HTTPS://Example.org/A',
  ])('keeps a URI unchanged: %s', (address) => {
    expect(uriOf(address)).toBe(address);
  });

  it.each([
    [
      'https://www.münchen.example/straße?ü=ö#ä',
      'https://www.xn--mnchen-3ya.example/stra%C3%9Fe?%C3%BC=%C3%B6#%C3%A4',
    ],
    ['https://example.org/a|b^c{d}`e', 'https://example.org/a%7Cb%5Ec%7Bd%7D%60e'],
    ['https://example.org/?a[]=1&b={x}|y', 'https://example.org/?a%5B%5D=1&b=%7Bx%7D%7Cy'],
    ['https://example.org/[a]', 'https://example.org/%5Ba%5D'],
    ['https://example.org/100%', 'https://example.org/100%25'],
    ['https://example.org/a\\b', 'https://example.org/a/b'],
    ['https://example.org/#a#b', 'https://example.org/#a%23b'],
    ['https://a{b.example/', 'https://a%7Bb.example/'],
    ['https://example.org/🎉', 'https://example.org/%F0%9F%8E%89'],
  ])('converts %s to %s', (address, uri) => {
    expect(uriOf(address)).toBe(uri);
  });

  it('returns a valid URI, and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc.string(),
        (url, more) => {
          const address = url + more.replace(/[\s<>"\\#%]/g, '');
          fc.pre(parseUrl(address) !== undefined);
          const uri = uriOf(address);
          expect(uri).toMatch(/^[\w\-.~:/?#@!$&'()*+,;=%[\]]*$/);
          expect(uriOf(uri)).toBe(uri);
        },
      ),
    );
  });
});

it.each([
  ['office@example.org', 'mailto:office@example.org'],
  ['büro+a@münchen.example', 'mailto:b%C3%BCro+a@xn--mnchen-3ya.example'],
])('mailtoOf converts %s to %s', (email, uri) => {
  expect(mailtoOf(email)).toBe(uri);
});

describe('rootFrom', () => {
  it.each([
    ['/', './'],
    ['/docs', './'],
    ['/docs/', '../'],
    ['/de', './'],
    ['/de/', '../'],
    ['/de/docs', '../'],
    ['/de/docs/', '../../'],
  ])('%s is %s', (path, way) => {
    expect(rootFrom(path)).toBe(way);
    const root = new URL('https://calendar.example/below/');
    expect(new URL(way, new URL(path.slice(1), root)).href).toBe(root.href);
  });

  it('is the same folder for a target without a slash, such as that of OPTIONS', () => {
    expect(rootFrom('*')).toBe('./');
  });
});
