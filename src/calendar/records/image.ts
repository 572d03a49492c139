import { isDeepStrictEqual } from 'node:util';
import { hadForbiddenNames, readInteger } from '../../platform/input';
import { isWellFormedText } from '../../platform/texts';
import type { Image, ImageSize } from './image-record';

/** What is stored of an image. There is no media library, and nothing is ever fetched. */
export class StoredImage {
  constructor(
    /** Its address, or its id as digits where it has none. */
    readonly image: string,
    /** What its writer knows besides, a `KnownImage` as JSON; null: nothing. */
    readonly image_details: string | null = null,
  ) {}
}

/** The same as the columns of a record, which may have none. */
export interface ImageColumns {
  image: string | null;
  image_details: string | null;
}

/** What is known of an image besides its address; what is 0 is left out. */
export interface KnownImage {
  id?: number;
  width?: number;
  height?: number;
  filesize?: number;
  sizes?: Record<string, ImageSize>;
}

export const NO_IMAGE: ImageColumns = { image: null, image_details: null };

export const IMAGE_URL_MAX = 2000;
export const SIZES_MAX = 50;
/** Characters of what is stored besides the address. */
const DETAILS_MAX = 20_000;

const SIZE_NAME = /^[\w .:-]{1,100}$/;
const MIME_TYPE = /^[\w.+-]{1,50}\/[\w.+-]{1,50}$/;

/**
 * What is stored of an image that a client sent: an id, an absolute http(s) address of at most 2,000
 * characters as it was sent, or an object as an image is answered, where 0, `""` and null are not
 * known. null where it was cleared (null, `""`, `false`); undefined where it is no image, which the
 * caller answers with a 400.
 */
export function readImage(input: unknown): StoredImage | null | undefined {
  if (input === null || input === false) return null;
  if (isObject(input)) return readDescribed(input);
  const text = typeof input === 'string' ? input.trim() : input;
  if (text === '') return null;
  const id = readInteger(text);
  const image = isId(id) ? String(id) : readUrl(text);
  return image === undefined ? undefined : new StoredImage(image);
}

/**
 * What is stored after a write: undefined was not sent, null clears, and an image that comes back as
 * it was answered stays what it was, so that it follows the settings on.
 *
 * @param answered how the stored one is answered
 */
export function writtenImage(
  sent: StoredImage | null | undefined,
  stored: ImageColumns,
  answered: Image | false,
): ImageColumns {
  const isStored = sent === undefined || isDeepStrictEqual(sent, readImage(answered));
  const { image, image_details } = isStored ? stored : (sent ?? NO_IMAGE);
  return { image, image_details };
}

function readDescribed(input: Record<string, unknown>): StoredImage | undefined {
  const url = readUrl(input.url ?? '');
  const id = readCount(input.id);
  const [width, height, filesize] = [input.width, input.height, input.filesize].map(readCount);
  const sizes = readSizes(input.sizes);
  if (url === undefined || id === undefined || (url === '' && id === 0)) return undefined;
  if (width === undefined || height === undefined || filesize === undefined || !sizes)
    return undefined;
  const known: KnownImage = {
    ...(url !== '' && id > 0 && { id }),
    ...(width > 0 && { width }),
    ...(height > 0 && { height }),
    ...(filesize > 0 && { filesize }),
    ...(Object.keys(sizes).length > 0 && { sizes }),
  };
  const details = JSON.stringify(known);
  if (details.length > DETAILS_MAX) return undefined;
  return new StoredImage(url || String(id), details === '{}' ? null : details);
}

/** By name, in the order of names, so that the same sizes are stored as the same text. */
function readSizes(input: unknown): Record<string, ImageSize> | undefined {
  // PHP has an empty list where there is nothing.
  if (isUnknown(input) || (Array.isArray(input) && input.length === 0)) return {};
  if (!isObject(input) || hadForbiddenNames(input)) return undefined;
  const sent = Object.entries(input);
  if (sent.length > SIZES_MAX || !sent.every(([name]) => SIZE_NAME.test(name))) return undefined;
  const sizes: [string, ImageSize][] = [];
  for (const [name, content] of sent.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const size = isObject(content) ? readSize(content) : undefined;
    if (!size) return undefined;
    sizes.push([name, size]);
  }
  return Object.fromEntries(sizes);
}

function readSize(input: Record<string, unknown>): ImageSize | undefined {
  const [width, height, filesize] = [input.width, input.height, input.filesize].map(readCount);
  const type = input['mime-type'] ?? '';
  const url = readUrl(input.url ?? '');
  if (width === undefined || height === undefined || filesize === undefined) return undefined;
  if (url === undefined || typeof type !== 'string' || (type !== '' && !MIME_TYPE.test(type)))
    return undefined;
  return { width, height, 'mime-type': type, filesize, url };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isUnknown = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false;

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

function readCount(input: unknown): number | undefined {
  if (isUnknown(input)) return 0;
  const count = readInteger(input);
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}

/** An address as it was sent; `""` where none is known. */
function readUrl(input: unknown): string | undefined {
  if (input === '' || input === false) return '';
  if (typeof input !== 'string' || input.length > IMAGE_URL_MAX) return undefined;
  // The URL parser forgives what no reader should meet: `http:host`, inner spaces and line breaks.
  const isPlain = /^https?:\/\/[^\s\p{Cc}\\<>"]+$/iu.test(input);
  return isPlain && isWellFormedText(input) && URL.canParse(input) ? input : undefined;
}
