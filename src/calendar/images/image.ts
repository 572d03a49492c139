import { isDeepStrictEqual } from 'node:util';
import { type Fault, fault, type FaultCode, type Path } from '../../platform/errors';
import { isWellFormedText, parseUrl } from '../../platform/texts';
import {
  FORBIDDEN_NAMES,
  hadForbiddenNames,
  isId,
  isObject,
  readInteger,
} from '../../platform/validation';
import type { Image, ImageSize } from './image-record';

/** There is no media library, and images are never downloaded. */
export class StoredImage {
  constructor(
    /** A URL, or an id as digits. */
    readonly image: string,
    /** A `KnownImage` as JSON; null: none. */
    readonly image_details: string | null = null,
  ) {}
}

/** Null without an image. */
export interface ImageColumns {
  image: string | null;
  image_details: string | null;
}

/** Values of 0 are omitted. */
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
const DETAILS_MAX = 20_000;

const URL_SHAPE = `an absolute http(s) URL of at most ${IMAGE_URL_MAX} characters`;
const NOT_AN_IMAGE = `must be the id of an image, ${URL_SHAPE}, or an object with the url or id and sizes of an image`;
const WRONG_URL = `must be ${URL_SHAPE}`;
const WRONG_TYPE = 'must be a media type such as image/jpeg';
const WRONG_NAME =
  'must have a name of at most 100 letters, digits, blanks, dots, colons and hyphens';

const SIZE_NAME = /^[\w .:-]{1,100}$/;
const MIME_TYPE = /^[\w.+-]{1,50}\/[\w.+-]{1,50}$/;

/**
 * Reads an image: an id, an absolute http(s) URL, or an object in the form of a response, where 0, `""` and
 * null mean unknown. Returns null for a cleared image, and undefined for an invalid one.
 *
 * @param faults receives the faults of an invalid image
 */
export function readImage(input: unknown, faults: Fault[] = []): StoredImage | null | undefined {
  if (input === null || input === false) return null;
  if (isObject(input)) return readDescribed(input, faults);
  const text = typeof input === 'string' ? input.trim() : input;
  if (text === '') return null;
  const id = readInteger(text);
  const image = isId(id) ? String(id) : httpUrl(text);
  if (image !== undefined) return new StoredImage(image);
  faults.push(fault([], 'format', NOT_AN_IMAGE));
  return undefined;
}

/**
 * Returns the image to store. An image that is sent back as in the response stays the stored one, so that it
 * still follows the settings.
 *
 * @param returned the stored image in the form of a response
 */
export function writtenImage(
  sent: StoredImage | null | undefined,
  stored: ImageColumns,
  returned: Image | false,
): ImageColumns {
  const isStored = sent === undefined || isDeepStrictEqual(sent, readImage(returned));
  const { image, image_details } = isStored ? stored : (sent ?? NO_IMAGE);
  return { image, image_details };
}

function readDescribed(input: Record<string, unknown>, faults: Fault[]): StoredImage | undefined {
  const before = faults.length;
  const url = readUrl(input.url, ['url'], faults);
  const id = readCount(input.id, ['id'], faults);
  const { width, height, filesize } = readFigures(input, [], faults);
  const sizes = readSizes(input.sizes, faults);
  if (faults.length > before) return undefined;
  if (url === '' && id === 0) {
    faults.push(fault([], 'format', NOT_AN_IMAGE));
    return undefined;
  }
  const known: KnownImage = {
    ...(url !== '' && id > 0 && { id }),
    ...(width > 0 && { width }),
    ...(height > 0 && { height }),
    ...(filesize > 0 && { filesize }),
    ...(Object.keys(sizes).length > 0 && { sizes }),
  };
  const details = JSON.stringify(known);
  if (details.length > DETAILS_MAX) {
    const most = `must not hold more than ${DETAILS_MAX} characters`;
    faults.push(fault(['sizes'], 'length', most));
    return undefined;
  }
  return new StoredImage(url || String(id), details === '{}' ? null : details);
}

/** Sorts by name, so that equal sizes are stored as the same text. */
function readSizes(input: unknown, faults: Fault[]): Record<string, ImageSize> {
  // PHP encodes an empty object as an empty list.
  if (isUnknown(input) || (Array.isArray(input) && input.length === 0)) return {};
  const wrong = (code: FaultCode, detail: string): Record<string, ImageSize> => {
    faults.push(fault(['sizes'], code, detail));
    return {};
  };
  if (!isObject(input)) return wrong('type', 'must be an object of names, each with a size');
  if (hadForbiddenNames(input)) return wrong('format', FORBIDDEN_NAMES);
  const sent = Object.entries(input);
  if (sent.length > SIZES_MAX) return wrong('count', `must not hold more than ${SIZES_MAX} names`);
  const sizes: [string, ImageSize][] = [];
  for (const [name, content] of sent.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = ['sizes', name];
    if (!SIZE_NAME.test(name)) faults.push(fault(path, 'format', WRONG_NAME));
    else if (isObject(content)) sizes.push([name, readSize(content, path, faults)]);
    else faults.push(fault(path, 'type', 'must be an object with the url of a size'));
  }
  return Object.fromEntries(sizes);
}

function readSize(input: Record<string, unknown>, path: Path, faults: Fault[]): ImageSize {
  const { width, height, filesize } = readFigures(input, path, faults);
  const type = input['mime-type'] ?? '';
  const isType = typeof type === 'string' && (type === '' || MIME_TYPE.test(type));
  if (!isType) faults.push(fault([...path, 'mime-type'], 'format', WRONG_TYPE));
  const url = readUrl(input.url, [...path, 'url'], faults);
  return { width, height, 'mime-type': isType ? type : '', filesize, url };
}

function readFigures(
  input: Record<string, unknown>,
  path: Path,
  faults: Fault[],
): Pick<ImageSize, 'width' | 'height' | 'filesize'> {
  const read = (name: string): number => readCount(input[name], [...path, name], faults);
  return { width: read('width'), height: read('height'), filesize: read('filesize') };
}

const isUnknown = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false;

function readCount(input: unknown, path: Path, faults: Fault[]): number {
  if (isUnknown(input)) return 0;
  const count = readInteger(input);
  if (Number.isSafeInteger(count) && Number(count) >= 0) return Number(count);
  const isNumber = Number.isInteger(count);
  faults.push(fault(path, isNumber ? 'range' : 'type', 'must be an integer of 0 or more'));
  return 0;
}

/** Returns `""` if it is unknown. */
function readUrl(input: unknown, path: Path, faults: Fault[]): string {
  if (isUnknown(input)) return '';
  const url = httpUrl(input);
  if (url === undefined) faults.push(fault(path, 'format', WRONG_URL));
  return url ?? '';
}

function httpUrl(input: unknown): string | undefined {
  if (typeof input !== 'string' || input.length > IMAGE_URL_MAX) return undefined;
  // The URL parser accepts values that are unsafe for clients: `http:host`, inner spaces and line breaks.
  const isPlain = /^https?:\/\/[^\s\p{Cc}\\<>"]+$/iu.test(input);
  return isPlain && isWellFormedText(input) && parseUrl(input) ? input : undefined;
}
