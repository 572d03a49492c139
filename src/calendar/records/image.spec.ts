import { presentImage, readImage } from './image';

describe('An image that a client sends', () => {
  it.each([
    [42, '42'],
    ['42', '42'],
    [' 42 ', '42'],
    ['007', '7'],
    ['https://example.org/a.png', 'https://example.org/a.png'],
    [' http://example.org/ä.png?x=1#y ', 'http://example.org/ä.png?x=1#y'],
    ['HTTPS://EXAMPLE.org', 'HTTPS://EXAMPLE.org'],
    ['http://192.168.0.1/a', 'http://192.168.0.1/a'],
  ])('is stored: %j as %j', (sent, stored) => {
    expect(readImage(sent)).toBe(stored);
  });

  it.each([null, '', '  ', false])('is cleared by %j', (sent) => {
    expect(readImage(sent)).toBeNull();
  });

  it.each([
    0,
    '0',
    '000',
    -1,
    '-1',
    1.5,
    NaN,
    Infinity,
    2 ** 53,
    '9007199254740993',
    true,
    'true',
    'false',
    'word',
    'example.org/a.png',
    '/a.png',
    '//example.org/a.png',
    'ftp://example.org/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'http:example.org',
    'http://',
    'http://exa mple.org/a.png',
    'https://example.org/a\nb.png',
    'https://example.org/"><script>',
    {},
    { id: 1 },
    [],
    ['1'],
    undefined,
  ])('is refused: %j', (sent) => {
    expect(readImage(sent)).toBeUndefined();
  });

  it('may have an address of 2,000 characters, not more', () => {
    const longest = 'https://example.org/'.padEnd(2000, 'a');
    expect(readImage(longest)).toBe(longest);
    expect(readImage(`${longest}a`)).toBeUndefined();
  });
});

describe('An image that is answered', () => {
  it('is false where there is none', () => {
    expect(presentImage(null, undefined)).toBe(false);
  });

  it('has its id, and an address where there is a template for it', () => {
    expect(presentImage('42', undefined)).toEqual({ url: null, id: 42, extension: null });
    expect(presentImage('42', '')).toEqual({ url: null, id: 42, extension: null });
    expect(presentImage('42', 'https://media.example.org/{id}/{id}.WebP')).toEqual({
      url: 'https://media.example.org/42/42.WebP',
      id: 42,
      extension: 'webp',
    });
  });

  it.each([
    ['https://example.org/a/pic.PNG', 'png'],
    ['https://example.org/pic.jpeg?size=1.gif#x.svg', 'jpeg'],
    ['https://example.org/archive.tar.gz', 'gz'],
    ['https://example.org', null],
    ['https://example.org/', null],
    ['https://example.org/pic', null],
    ['https://example.org/v1.2/pic', null],
    ['https://example.org/.png', null],
    ['https://example.org/pic.', null],
    ['https://example.org?pic.png', null],
  ])('at %j has the extension %j', (url, extension) => {
    expect(presentImage(url, undefined)).toEqual({ url, id: null, extension });
  });
});
