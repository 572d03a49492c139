import { type ImageColumns, IMAGE_URL_MAX, type KnownImage } from './image';
import { type Image, type ImageSize, USUAL_SIZES } from './image-record';
import type { ImageSettings } from './image-settings';

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
