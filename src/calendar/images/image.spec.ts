import type { Fault } from '../../platform/errors';
import { readImage, StoredImage, writtenImage } from './image';
import { ImageSettings, presentImage } from './present-image';

const settingsOf = (settings: Partial<ImageSettings> = {}): ImageSettings =>
  new ImageSettings({ IMAGE_SIZES: {}, ...settings });

const SETTINGS = settingsOf();
const POSTER = 'https://images.example/poster.jpg';
const SMALL = {
  width: 150,
  height: 100,
  'mime-type': 'image/jpeg',
  filesize: 4000,
  url: 'https://images.example/poster-150.jpg',
};

describe('readImage', () => {
  it.each([
    [42, '42'],
    ['42', '42'],
    [' 42 ', '42'],
    ['007', '7'],
    ['https://example.org/a.png', 'https://example.org/a.png'],
    [' http://example.org/ä.png?x=1#y ', 'http://example.org/ä.png?x=1#y'],
    ['HTTPS://EXAMPLE.org', 'HTTPS://EXAMPLE.org'],
    ['http://192.168.0.1/a', 'http://192.168.0.1/a'],
    [{ id: 42 }, '42'],
    [{ id: '42', url: '', width: 0, sizes: [] }, '42'],
    [{ id: 42, url: null, extension: null }, '42'],
    [{ id: null, url: POSTER, extension: 'jpg' }, POSTER],
    [{ id: 0, url: POSTER, height: '', filesize: null, sizes: {} }, POSTER],
  ])('reads %j as %j', (sent, stored) => {
    expect(readImage(sent)).toEqual(new StoredImage(stored));
  });

  it.each([null, '', '  ', false])('reads %j as a cleared image', (sent) => {
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
    'https://example.org/\ud800.png',
    {},
    { id: 0, url: '' },
    { id: -1, url: POSTER },
    { id: 1.5 },
    { id: 'x', url: POSTER },
    { url: 'javascript:alert(1)' },
    { url: 5 },
    { url: POSTER, width: -1 },
    { url: POSTER, height: 'tall' },
    { url: POSTER, filesize: {} },
    { url: POSTER, sizes: 'small' },
    { url: POSTER, sizes: [SMALL] },
    { url: POSTER, sizes: { small: null } },
    { url: POSTER, sizes: { small: { ...SMALL, url: 'data:,' } } },
    { url: POSTER, sizes: { small: { ...SMALL, width: 'wide' } } },
    { url: POSTER, sizes: { small: { ...SMALL, 'mime-type': '<b>' } } },
    { url: POSTER, sizes: { '<b>': SMALL } },
    [],
    ['1'],
    undefined,
  ])('rejects %j', (sent) => {
    expect(readImage(sent)).toBeUndefined();
  });

  it.each([
    [{ url: 'x', sizes: { a: 1 } }, ['url', 'sizes.a']],
    [{ id: 'x', width: -1, height: 'tall', filesize: 1.5 }, ['id', 'width', 'height', 'filesize']],
    [{ url: POSTER, sizes: 'small' }, ['sizes']],
    [
      { url: POSTER, sizes: { a: { url: 'x', 'mime-type': '<b>' }, '<b>': SMALL, b: SMALL } },
      ['sizes.<b>', 'sizes.a.mime-type', 'sizes.a.url'],
    ],
    [{}, ['']],
    ['word', ['']],
  ])('names the faulty fields of %j: %j', (sent, paths) => {
    const faults: Fault[] = [];
    expect(readImage(sent, faults)).toBeUndefined();
    expect(faults.map(({ path }) => path.join('.'))).toEqual(paths);
  });

  it('accepts an address of 2,000 characters and 50 sizes, not more', () => {
    const longest = 'https://example.org/'.padEnd(2000, 'a');
    expect(readImage(longest)).toEqual(new StoredImage(longest));
    expect(readImage(`${longest}a`)).toBeUndefined();
    const sized = (count: number, size: object): object => ({
      url: POSTER,
      sizes: Object.fromEntries(Array.from({ length: count }, (_, n) => [`size-${n}`, size])),
    });
    expect(readImage(sized(50, SMALL))).toBeInstanceOf(StoredImage);
    expect(readImage(sized(51, SMALL))).toBeUndefined();
    expect(readImage(sized(50, { ...SMALL, url: longest }))).toBeUndefined();
  });
});

describe('presentImage', () => {
  const shown = (sent: unknown, settings: Parameters<typeof presentImage>[1] = SETTINGS) => {
    const stored = readImage(sent);
    if (!stored) throw new Error('It is no image.');
    return presentImage(stored, settings);
  };
  const nothing = { width: 0, height: 0, 'mime-type': '', filesize: 0, url: '' };
  const sizesOf = (size: object): object => ({
    ...{ thumbnail: size, medium: size, large: size, full: size },
  });

  it('returns false without an image', () => {
    expect(presentImage({ image: null, image_details: null }, SETTINGS)).toBe(false);
  });

  it('returns the id, and a URL if there is a template for it', () => {
    const unknown = { extension: '', width: 0, height: 0, filesize: 0, sizes: sizesOf(nothing) };
    expect(shown(42)).toEqual({ url: '', id: 42, ...unknown });
    expect(shown(42, settingsOf({ IMAGE_URL: 'https://media.example/{id}/{id}.WebP' }))).toEqual({
      ...unknown,
      id: 42,
      extension: 'webp',
      url: 'https://media.example/42/42.WebP',
      sizes: sizesOf({
        ...nothing,
        'mime-type': 'image/webp',
        url: 'https://media.example/42/42.WebP',
      }),
    });
  });

  it.each([
    ['https://example.org/a/pic.PNG', 'png', 'image/png'],
    ['https://example.org/pic.jpeg?size=1.gif#x.svg', 'jpeg', 'image/jpeg'],
    ['https://example.org/archive.tar.gz', 'gz', ''],
    ['https://example.org', '', ''],
    ['https://example.org/', '', ''],
    ['https://example.org/pic', '', ''],
    ['https://example.org/v1.2/pic', '', ''],
    ['https://example.org/.png', '', ''],
    ['https://example.org/pic.', '', ''],
    ['https://example.org?pic.png', '', ''],
    ['https://example.org/pic.constructor', '', ''],
  ])('returns for %j the extension %j and the type %j', (url, extension, type) => {
    expect(shown(url)).toMatchObject({
      url,
      id: 0,
      extension,
      sizes: { thumbnail: { url, 'mime-type': type } },
    });
  });

  it('returns the details sent by the client', () => {
    const sent = { url: POSTER, id: 7, width: 800, height: 500, filesize: 9000 };
    const full = {
      width: 800,
      height: 500,
      'mime-type': 'image/jpeg',
      filesize: 9000,
      url: POSTER,
    };
    expect(shown({ ...sent, sizes: { thumbnail: SMALL, wide: { width: '900' } } })).toEqual({
      ...sent,
      extension: 'jpg',
      sizes: { ...sizesOf(full), thumbnail: SMALL, wide: { ...nothing, width: 900 } },
    });
  });

  it('returns the sizes of an image proxy, unless the client has sent them', () => {
    const settings = settingsOf({
      IMAGE_RESIZE_URL: 'https://proxy.example/{width}x{height}/?url={url}',
      IMAGE_SIZES: { thumbnail: { width: 150, height: 150 }, banner: { width: 900, height: 200 } },
    });
    const { sizes } = shown({ url: `${POSTER}?a=1&b=2`, sizes: { small: SMALL } }, settings) || {};
    const type = { 'mime-type': 'image/jpeg', filesize: 0 };
    const encoded = 'https%3A%2F%2Fimages.example%2Fposter.jpg%3Fa%3D1%26b%3D2';
    const full = { ...type, width: 0, height: 0, url: `${POSTER}?a=1&b=2` };
    expect(sizes).toEqual({
      ...sizesOf(full),
      thumbnail: {
        ...{ ...type, width: 150, height: 150 },
        url: `https://proxy.example/150x150/?url=${encoded}`,
      },
      banner: {
        ...{ ...type, width: 900, height: 200 },
        url: `https://proxy.example/900x200/?url=${encoded}`,
      },
      small: SMALL,
    });
    expect(shown(42, settings)).toMatchObject({ sizes: sizesOf(nothing) });
    const long = `https://images.example/${'ä'.repeat(400)}`;
    expect(shown(long, settings)).toMatchObject({ sizes: { thumbnail: { url: long } } });
  });
});

describe('writtenImage', () => {
  const stored = new StoredImage('42');
  const returned = presentImage(stored, settingsOf({ IMAGE_URL: 'https://media.example/{id}' }));

  it('keeps the stored image if it is not sent, or is sent back unchanged', () => {
    const sentBack = readImage(JSON.parse(JSON.stringify(returned)));
    expect(writtenImage(undefined, stored, returned)).toEqual({ ...stored });
    expect(writtenImage(sentBack, stored, returned)).toEqual({ ...stored });
  });

  it('replaces or clears the stored image otherwise', () => {
    const none = { image: null, image_details: null };
    expect(writtenImage(null, stored, returned)).toEqual(none);
    expect(writtenImage(null, none, false)).toEqual(none);
    const other = new StoredImage(POSTER, '{"id":42}');
    expect(writtenImage(other, stored, returned)).toEqual({ ...other });
  });
});
