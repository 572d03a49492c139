import { isDeepStrictEqual } from 'node:util';
import { hadForbiddenNames, isObject, readInteger } from '../../platform/input';
import { isWellFormedText } from '../../platform/texts';
import type { Image, ImageSize } from './image-record';

/** A stored image. There is no media library, and images are never downloaded. */
export class StoredImage {
  constructor(
    /** Its URL, or its id as digits if it has no URL. */
    readonly image: string,
    /** Further details, a `KnownImage` as JSON; null: none. */
    readonly image_details: string | null = null,
  ) {}
}

/** The same as the columns of a record, which are null without an image. */
export interface ImageColumns {
  image: string | null;
  image_details: string | null;
}

/** The known details of an image; values of 0 are left out. */
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
/** Maximum characters of the stored details. */
const DETAILS_MAX = 20_000;

const SIZE_NAME = /^[\w .:-]{1,100}$/;
const MIME_TYPE = /^[\w.+-]{1,50}\/[\w.+-]{1,50}$/;

/**
 * Reads an image that a client sent: an id, an absolute http(s) URL of at most 2,000 characters, or
 * an object in the form of an answer, where 0, `""` and null mean unknown. Returns null if it was
 * cleared (null, `""`, `false`), and undefined for an invalid image, which the caller answers with
 * a 400.
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
 * The image to be stored by a write: undefined means not sent, null clears. An image that is sent
 * back as it was answered stays the stored one, so that it still follows the settings.
 *
 * @param answered the stored image in the form of an answer
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

/** Sorted by name, so that equal sizes are stored as the same text. */
function readSizes(input: unknown): Record<string, ImageSize> | undefined {
  // PHP encodes an empty object as an empty list.
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

const isUnknown = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false;

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

function readCount(input: unknown): number | undefined {
  if (isUnknown(input)) return 0;
  const count = readInteger(input);
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}

/** A URL as it was sent; `""` if it is unknown. */
function readUrl(input: unknown): string | undefined {
  if (input === '' || input === false) return '';
  if (typeof input !== 'string' || input.length > IMAGE_URL_MAX) return undefined;
  // The URL parser accepts what clients should not get: `http:host`, inner spaces and line breaks.
  const isPlain = /^https?:\/\/[^\s\p{Cc}\\<>"]+$/iu.test(input);
  return isPlain && isWellFormedText(input) && URL.canParse(input) ? input : undefined;
}
