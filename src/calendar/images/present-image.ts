import { makeValidator } from 'envalid';
import { described, SettingsOf } from '../../platform/config';
import type { Sized } from '../../platform/database';
import { type ImageColumns, IMAGE_URL_MAX, type KnownImage } from './image';
import { type Image, type ImageSize, USUAL_SIZES } from './image-record';

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

const MIME_TYPES: Partial<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  heic: 'image/heic',
  ico: 'image/vnd.microsoft.icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
};

/**
 * An image with only an id gets its URL from the settings. The sizes are the sent ones, or else those of the
 * image proxy, or else the image itself.
 */
export function presentImage(
  { image, image_details }: ImageColumns,
  settings: Readonly<ImageSettings>,
): Image | false {
  if (image === null) return false;
  const known = JSON.parse(image_details || '{}') as KnownImage;
  const isId = /^\d+$/.test(image);
  const url = isId ? (settings.IMAGE_URL ?? '').replaceAll('{id}', image) : image;
  const extension = extensionOf(url);
  const { width = 0, height = 0, filesize = 0 } = known;
  const full = { width, height, 'mime-type': MIME_TYPES[extension] ?? '', filesize, url };
  return {
    url,
    id: isId ? Number(image) : (known.id ?? 0),
    extension,
    width,
    height,
    filesize,
    sizes: { ...sizesOf(full, settings), ...known.sizes },
  };
}

function sizesOf(
  full: ImageSize,
  { IMAGE_RESIZE_URL: template, sizes: configured }: Readonly<ImageSettings>,
): Record<string, ImageSize> {
  const sizes: Record<string, ImageSize> = {};
  for (const name of USUAL_SIZES) sizes[name] = full;
  for (const [name, { width, height }] of Object.entries(configured))
    sizes[name] = { ...full, ...resized(full.url, template, { width, height }) };
  return sizes;
}

/** Returns nothing if the settings have no URL for other sizes. */
function resized(
  image: string,
  template: string | undefined,
  { width, height }: { width: number; height: number },
): Partial<ImageSize> {
  if (template === undefined || image === '') return {};
  const url = template
    .replaceAll('{width}', String(width))
    .replaceAll('{height}', String(height))
    .replaceAll('{url}', encodeURIComponent(image));
  return url.length <= IMAGE_URL_MAX ? { width, height, filesize: 0, url } : {};
}

function extensionOf(url: string): string {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return /[^/]\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** How often a response contains the URL of an image: in its sizes, and in structured data. */
const IMAGE_ADDRESSES = 8;

/** Returns the approximate size of the long values of a row as JSON. */
export const octetsOf = ({ octets, image }: Sized & { image?: string | null }): number =>
  octets + (image?.length ?? 0) * IMAGE_ADDRESSES;
