import { makeValidator } from 'envalid';
import { described, SettingsOf } from '../../platform/config';

/** Name → size in pixels. */
type Sizes = Readonly<Record<string, { width: number; height: number }>>;

const USUAL: Sizes = {
  thumbnail: { width: 150, height: 150 },
  medium: { width: 300, height: 300 },
  large: { width: 1024, height: 1024 },
};

const imageUrl = makeValidator<string>((input) => {
  if (/^https?:\/\//.test(input) && input.includes('{id}')) return input;
  throw new Error('must be an http(s) address that contains {id}');
});

const imageResizeUrl = makeValidator<string>((input) => {
  if (/^https?:\/\//.test(input) && input.includes('{url}') && /\{(width|height)\}/.test(input))
    return input;
  throw new Error('must be an http(s) address that contains {url}, and {width} or {height}');
});

const imageSizes = makeValidator<Sizes>((input) => {
  const sizes = input.split(',').map((size) => {
    const [, name = 'full', width, height] =
      /^([\w-]{1,100})=([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(size.trim()) ?? [];
    if (name === 'full')
      throw new Error(
        'must be names with their width and height, such as thumbnail=150x150,wide=1200x400, and not full',
      );
    return [name, { width: Number(width), height: Number(height) }] as const;
  });
  return Object.fromEntries(sizes);
});

export class ImageSettings extends SettingsOf(
  {
    IMAGE_URL: described(
      'URL of an image with an id, with `{id}`',
      imageUrl({ default: undefined }),
    ),
    IMAGE_RESIZE_URL: described(
      'URL of an image proxy for other sizes, with `{url}`, and `{width}` or `{height}`',
      imageResizeUrl({ default: undefined }),
    ),
    IMAGE_SIZES: described(
      'Sizes of that proxy, in pixels; by default `thumbnail=150x150,medium=300x300,large=1024x1024`',
      imageSizes({ default: undefined }),
    ),
  },
  { areShown: true },
) {
  get sizes(): Sizes {
    return this.IMAGE_SIZES ?? USUAL;
  }
}
